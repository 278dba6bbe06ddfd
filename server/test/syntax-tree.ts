import { parseAst } from 'vitest/node'

/** A node of the ESTree of a file, as Vite's parser gives it. */
export type Node = { type: string; start: number; end: number; [field: string]: unknown }

/** What a name stands for in the scope that declares it. */
export type Binding = {
  isMeasured: boolean
  body: Node | null
  imported: { from: string; name: string } | null
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

export const asNode = (value: unknown): Node | null => (isNode(value) ? value : null)
export const asNodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

export const isFunction = (node: Node | null): node is Node =>
  node !== null && /^(Arrow)?Function(Expression|Declaration)$/.test(node.type)

const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([field, value]) =>
    /type(Annotation|Arguments|Parameters)|returnType/i.test(field)
      ? []
      : isNode(value)
        ? [value]
        : asNodes(value),
  )

/** The name that a key or a member has, where it is written down. */
export function nameOf(node: Node | null): string | null {
  if (node?.type === 'Identifier' || node?.type === 'PrivateIdentifier') return String(node.name)
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return null
}

/** The names that a pattern declares, with the property that each is taken from. */
export function namesOf(pattern: Node | null): { name: string; property: string | null }[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [{ name: String(pattern.name), property: null }]
    case 'AssignmentPattern':
      return namesOf(asNode(pattern.left))
    case 'RestElement':
      return namesOf(asNode(pattern.argument))
    case 'ArrayPattern':
      return asNodes(pattern.elements).flatMap(namesOf)
    case 'ObjectPattern':
      return asNodes(pattern.properties).flatMap((entry) =>
        entry.type === 'Property'
          ? namesOf(asNode(entry.value)).map(({ name, property }) => ({
              name,
              property: property ?? nameOf(asNode(entry.key)),
            }))
          : namesOf(entry),
      )
    default:
      return []
  }
}

/** A file's nodes, each with its parent, and what its names stand for. */
export class SyntaxTree {
  readonly text: string
  readonly nodes: Node[] = []
  readonly #parents = new Map<Node, Node>()
  readonly #scopes = new Map<Node, Map<string, Binding>>()

  constructor(text: string, lang: 'ts' | 'tsx') {
    this.text = text
    this.#enter(parseAst(text, { lang }) as unknown as Node)
    for (const node of this.nodes) this.#declare(node)
  }

  #enter(node: Node): void {
    this.nodes.push(node)
    for (const child of childrenOf(node)) {
      this.#parents.set(child, node)
      this.#enter(child)
    }
  }

  /** From the inside out, without the node itself. */
  *ancestors(node: Node): Generator<Node> {
    for (let at = this.#parents.get(node); at; at = this.#parents.get(at)) yield at
  }

  parent(node: Node): Node | null {
    return this.#parents.get(node) ?? null
  }

  lineOf(node: Node): number {
    return this.text.slice(0, node.start).split('\n').length
  }

  find(name: string, node: Node): Binding | null {
    for (const scope of [node, ...this.ancestors(node)]) {
      const binding = this.#scopes.get(scope)?.get(name)
      if (binding) return binding
    }
    return null
  }

  #bind(scope: Node | null, name: string, given: Partial<Binding> = {}): void {
    if (!scope) return
    const names = this.#scopes.get(scope) ?? new Map<string, Binding>()
    names.set(name, { isMeasured: false, body: null, imported: null, ...given })
    this.#scopes.set(scope, names)
  }

  #scopeOf(node: Node): Node | null {
    for (const at of this.ancestors(node))
      if (/^(Program|BlockStatement|For\w*Statement|StaticBlock|SwitchStatement)$/.test(at.type)) return at
    return null
  }

  #declare(node: Node): void {
    if (node.type === 'VariableDeclarator') {
      const init = asNode(node.init)
      const body = isFunction(init) ? init : null
      for (const { name } of namesOf(asNode(node.id))) this.#bind(this.#scopeOf(node), name, { body })
    }
    if (node.type === 'FunctionDeclaration' && nameOf(asNode(node.id)))
      this.#bind(this.#scopeOf(node), nameOf(asNode(node.id)) ?? '', { body: node })
    if (isFunction(node)) for (const { name } of asNodes(node.params).flatMap(namesOf)) this.#bind(node, name)
    if (node.type === 'CatchClause')
      for (const { name } of namesOf(asNode(node.param))) this.#bind(node, name)
    if (node.type === 'ImportDeclaration')
      for (const one of asNodes(node.specifiers)) {
        const name = nameOf(asNode(one.imported)) ?? 'default'
        const from = String(asNode(node.source)?.value)
        this.#bind(this.parent(node), nameOf(asNode(one.local)) ?? '', { imported: { from, name } })
      }
  }
}
