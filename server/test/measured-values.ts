import {
  asNode,
  asNodes,
  type Binding,
  isFunction,
  type Node,
  nameOf,
  namesOf,
  type SyntaxTree,
} from './syntax-tree.ts'

/** What a file offers to those that import it: functions and constants, and properties, that hold a measured value. */
export type Measured = { names: Set<string>; properties: Set<string> }

/** Calls that read a clock, or what a process has used. */
const CLOCKS =
  /^(performance\.now|Date\.now|process\.(cpuUsage|memoryUsage|memoryUsage\.rss|hrtime|hrtime\.bigint|resourceUsage|uptime)|os\.(loadavg|freemem))$/
/** Properties that hold such a figure wherever they are read. */
const FIGURES = new Set(
  'rss residentMb maxRSS memoryKib cpuMs cpu_ms tookMs took_ms elapsedMs elapsed_ms userCPUTime systemCPUTime'.split(
    ' ',
  ),
)
/** What the kernel says of a process that is no figure: who it is, and what it may. */
const IDENTITIES = /^\/proc\/[^/]+(\/(cmdline|environ|limits|task|fd|comm|exe|cgroup|self))?[`']?$/
/** What these make of a measured value is a measured value. */
const PURE =
  /^(Math\.\w+|Number(\.\w+)?|String|BigInt|Boolean|Date(\.\w+)?|JSON\.\w+|Object\.\w+|Array\.\w+|Promise\.\w+|parseInt|parseFloat|readFileSync|readFile|readdirSync|existsSync)$/
const COLLECTING = new Set(['push', 'unshift', 'add', 'set'])
const CALLING_BACK = new Set(
  'map flatMap filter forEach some every find findLast reduce from then toSorted sort all'.split(' '),
)
/** A count of measured values is a fact. */
const COUNTS = new Set(['length', 'size'])

/** `a.b.c`, as far as it is written down. */
export function pathOf(node: Node | null): string {
  if (node?.type === 'ThisExpression') return 'this'
  if (node?.type !== 'MemberExpression') return nameOf(node) ?? '?'
  return `${pathOf(asNode(node.object))}.${nameOf(asNode(node.property)) ?? '?'}`
}

/** Follows what clocks and meters say through the names, properties and functions of a file. */
export class MeasuredValues {
  readonly #tree: SyntaxTree
  readonly #returning = new Set<Node>()
  readonly #properties: Set<string>
  readonly #isImportMeasured: (binding: Binding) => boolean
  #hasChanged = false

  constructor(tree: SyntaxTree, imports: { properties: Set<string>; has: (binding: Binding) => boolean }) {
    this.#tree = tree
    this.#properties = new Set(imports.properties)
    this.#isImportMeasured = imports.has
    do {
      this.#hasChanged = false
      for (const node of tree.nodes) this.#follow(node)
    } while (this.#hasChanged)
  }

  get offers(): Measured {
    const names = new Set<string>()
    for (const node of this.#tree.nodes) {
      if (node.type !== 'ExportNamedDeclaration') continue
      const declared = asNode(node.declaration)
      const ids = [asNode(declared?.id), ...asNodes(declared?.declarations).map((one) => asNode(one.id))]
      for (const { name } of ids.flatMap(namesOf)) {
        const binding = this.#tree.find(name, node)
        if (binding && this.#isBindingMeasured(binding)) names.add(name)
      }
    }
    return { names, properties: this.#properties }
  }

  /** Whether the value of an expression comes from a clock or a meter. `isWhole`: also when it only contains such a value. */
  carries(node: Node | null, isWhole = false): boolean {
    if (!node) return false
    const any = (...fields: unknown[]) =>
      fields.flatMap((field) => asNode(field) ?? asNodes(field)).some((child) => this.carries(child, isWhole))
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' && this.#isMeter(node.value)
      case 'TemplateLiteral':
        return this.#isMeter(this.#tree.text.slice(node.start + 1, node.end - 1)) || any(node.expressions)
      case 'Identifier':
        return this.#tree.find(String(node.name), node)?.isMeasured === true
      case 'MemberExpression':
        return this.#isMemberMeasured(node)
      case 'NewExpression':
        if (nameOf(asNode(node.callee)) !== 'Date') return false
        return asNodes(node.arguments).length === 0 || any(node.arguments)
      case 'CallExpression':
        return this.#isCallMeasured(node, isWhole)
      case 'ObjectExpression':
        return isWhole && asNodes(node.properties).some((one) => any(one.value, one.argument))
      case 'AssignmentExpression':
        return any(node.right)
      case 'ConditionalExpression':
        return any(node.test, node.consequent, node.alternate)
      case 'ArrayExpression':
        return any(node.elements)
      case 'SequenceExpression':
        return any(asNodes(node.expressions).at(-1))
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return isWhole && this.#returning.has(node)
      case 'BinaryExpression':
      case 'LogicalExpression':
        return any(node.left, node.right)
      case 'UnaryExpression':
      case 'UpdateExpression':
      case 'AwaitExpression':
      case 'SpreadElement':
        return any(node.argument)
      case 'ChainExpression':
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'TSSatisfiesExpression':
        return any(node.expression)
      default:
        return false
    }
  }

  /** A path of the kernel's figures, or a script that reads a clock somewhere else. */
  #isMeter(text: string): boolean {
    if (text.startsWith('/proc/')) return !IDENTITIES.test(text)
    return /\b(performance|Date)\.now\(\)/.test(text)
  }

  #isBindingMeasured(binding: Binding): boolean {
    return binding.isMeasured || (binding.body !== null && this.#returning.has(binding.body))
  }

  #isMemberMeasured(node: Node): boolean {
    const name = nameOf(asNode(node.property))
    if (name !== null && COUNTS.has(name)) return false
    if (name !== null && !node.computed && (FIGURES.has(name) || this.#properties.has(name))) return true
    return this.carries(asNode(node.object))
  }

  #isCallMeasured(node: Node, isWhole: boolean): boolean {
    const callee = asNode(node.callee)
    const path = pathOf(callee)
    if (CLOCKS.test(path)) return true
    const given = asNodes(node.arguments)
    if (callee?.type === 'Identifier') {
      const binding = this.#tree.find(path, node)
      if (binding?.imported && this.#isImportMeasured(binding)) return true
      if (binding && this.#isBindingMeasured(binding)) return true
    }
    if (isFunction(callee) && this.#returning.has(callee)) return true
    if (PURE.test(path) && given.some((one) => this.carries(one, isWhole))) return true
    if (callee?.type !== 'MemberExpression') return false
    const method = nameOf(asNode(callee.property)) ?? ''
    // What a callback makes of it.
    if (CALLING_BACK.has(method) && given.some((one) => this.#returning.has(one))) return true
    if (/^(exec|match|matchAll|evaluate)$/.test(method) && given.some((one) => this.carries(one))) return true
    return this.#isMemberMeasured(callee)
  }

  #mark(binding: Binding | null): void {
    if (!binding || binding.isMeasured) return
    binding.isMeasured = true
    this.#hasChanged = true
  }

  #markProperty(name: string | null): void {
    if (name === null || this.#properties.has(name)) return
    this.#properties.add(name)
    this.#hasChanged = true
  }

  /** Into a name, a pattern, a property, or the place of a list. */
  #fill(target: Node | null, isMeasured: boolean, from: Node): void {
    if (target?.type === 'MemberExpression') {
      if (isMeasured && !target.computed) this.#markProperty(nameOf(asNode(target.property)))
      if (isMeasured && target.computed) this.#fill(asNode(target.object), true, from)
      return
    }
    for (const { name, property } of namesOf(target))
      if (isMeasured || (property !== null && (this.#properties.has(property) || FIGURES.has(property))))
        this.#mark(this.#tree.find(name, from))
  }

  #return(body: Node | undefined): void {
    if (!body || this.#returning.has(body)) return
    this.#returning.add(body)
    this.#hasChanged = true
  }

  #follow(node: Node): void {
    switch (node.type) {
      case 'VariableDeclarator':
        this.#fill(asNode(node.id), this.carries(asNode(node.init)), node)
        return
      case 'AssignmentExpression':
        this.#fill(asNode(node.left), this.carries(asNode(node.right)), node)
        return
      case 'ForOfStatement': {
        const declared = asNodes(asNode(node.left)?.declarations)[0]
        const body = asNode(node.body)
        if (declared && body) this.#fill(asNode(declared.id), this.carries(asNode(node.right)), body)
        return
      }
      case 'Property':
      case 'PropertyDefinition': {
        const value = asNode(node.value)
        if (this.#tree.parent(node)?.type === 'ObjectPattern') return
        if (this.carries(value) || (isFunction(value) && this.#returning.has(value)))
          this.#markProperty(nameOf(asNode(node.key)))
        return
      }
      case 'MethodDefinition': {
        const value = asNode(node.value)
        if (value && this.#returning.has(value)) this.#markProperty(nameOf(asNode(node.key)))
        return
      }
      case 'ArrowFunctionExpression':
        if (node.expression && this.carries(asNode(node.body))) this.#return(node)
        for (const one of asNodes(node.params)) this.#fill(one, false, node)
        return
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        for (const one of asNodes(node.params)) this.#fill(one, false, node)
        return
      case 'ReturnStatement':
        if (this.carries(asNode(node.argument)))
          this.#return([...this.#tree.ancestors(node)].find(isFunction))
        return
      case 'CallExpression':
        this.#call(node)
    }
  }

  #call(node: Node): void {
    const callee = asNode(node.callee)
    const given = asNodes(node.arguments)
    const body = callee?.type === 'Identifier' ? this.#tree.find(pathOf(callee), node)?.body : null
    for (const [at, parameter] of asNodes(body?.params).entries())
      if (body) this.#fill(parameter, this.carries(given[at] ?? null), body)
    if (callee?.type !== 'MemberExpression') return
    const object = asNode(callee.object)
    const method = nameOf(asNode(callee.property)) ?? ''
    if (COLLECTING.has(method) && given.some((one) => this.carries(one))) this.#fill(object, true, node)
    if (CALLING_BACK.has(method) && this.carries(object))
      for (const one of given.filter(isFunction))
        for (const parameter of asNodes(one.params).slice(0, method === 'reduce' ? 2 : 1))
          this.#fill(parameter, true, one)
  }
}
