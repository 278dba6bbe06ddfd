import { dirname, join } from 'node:path'
import { type Measured, MeasuredValues, pathOf } from './measured-values.ts'
import { asNode, asNodes, isFunction, type Node, nameOf, SyntaxTree } from './syntax-tree.ts'

/** A verdict that depends on a measured value; `place` is the test or function that it is in. */
export type MeasuredVerdict = { file: string; line: number; place: string; text: string }

const ROUNDS = 4

/** The verdicts of these files that a clock or a meter takes part in. Files are named from the root of the project. */
export function findMeasuredVerdicts(texts: Record<string, string>): MeasuredVerdict[] {
  const files = Object.keys(texts)
  const trees = new Map(
    files.map((file) => [file, new SyntaxTree(texts[file] ?? '', file.endsWith('x') ? 'tsx' : 'ts')]),
  )
  let offers = new Map<string, Measured>()
  let found: MeasuredVerdict[] = []
  // What a file imports may itself be measured by an import: again, until nothing new is offered.
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Map<string, Measured>()
    found = []
    for (const [file, tree] of trees) {
      const resolve = (from: string) => join(dirname(file), from)
      const imported = tree.nodes
        .filter((node) => node.type === 'ImportDeclaration')
        .map((node) => resolve(String(asNode(node.source)?.value)))
      const values = new MeasuredValues(tree, {
        properties: new Set(imported.flatMap((from) => [...(offers.get(from)?.properties ?? [])])),
        has: ({ imported }) =>
          imported !== null && offers.get(resolve(imported.from))?.names.has(imported.name) === true,
      })
      next.set(file, values.offers)
      found.push(...verdictsOf(file, tree, values))
    }
    if (sizeOf(next) === sizeOf(offers)) break
    offers = next
  }
  return found
}

const sizeOf = (offers: Map<string, Measured>) =>
  [...offers.values()].reduce((sum, { names, properties }) => sum + names.size + properties.size, 0)

function verdictsOf(file: string, tree: SyntaxTree, values: MeasuredValues): MeasuredVerdict[] {
  const verdicts: MeasuredVerdict[] = []
  for (const node of tree.nodes) {
    if (node.type !== 'CallExpression') continue
    const measured = conditionsOf(node, tree).find((condition) => values.carries(condition, true))
    if (!measured) continue
    const text = tree.text.slice(measured.start, measured.end).replace(/\s+/g, ' ')
    verdicts.push({ file, line: tree.lineOf(node), place: placeOf(node, tree), text })
  }
  return verdicts
}

/** What a call judges: nothing, unless it is one that gives a verdict. */
function conditionsOf(node: Node, tree: SyntaxTree): Node[] {
  const path = pathOf(asNode(node.callee))
  const given = asNodes(node.arguments)
  if (/^expect(\.(soft|poll))?$/.test(path)) return given.slice(0, 1)
  if (/^assert(\.\w+)?$/.test(path)) return given
  // Of the published clients: a name, whether it holds, and what was seen.
  if (/(^|\.)checks?\.(that|must)$/.test(path)) return given.slice(1, 2)
  if (/(^|\.)checks?\.(equal|fields|text)$/.test(path)) return given.slice(1)
  if (/(^|\.)#?violations\.add$/.test(path)) return guardsOf(node, tree)
  return isMatcher(node) ? given : []
}

/** `expect(…).not.toBe(…)`: the call at its end. */
function isMatcher(node: Node): boolean {
  let at = asNode(node.callee)
  if (at?.type !== 'MemberExpression') return false
  while (at?.type === 'MemberExpression') at = asNode(at.object)
  return at?.type === 'CallExpression' && /^expect(\.(soft|poll))?$/.test(pathOf(asNode(at.callee)))
}

/** What decides whether a statement is reached, within its function. */
function guardsOf(node: Node, tree: SyntaxTree): Node[] {
  const guards: (Node | null)[] = []
  let from = node
  for (const at of tree.ancestors(node)) {
    if (endsReach(at)) break
    if (from !== at.test) guards.push(asNode(at.test))
    if (at.type === 'LogicalExpression' && from === at.right) guards.push(asNode(at.left))
    if (at.type === 'BlockStatement')
      for (const before of asNodes(at.body).slice(0, asNodes(at.body).indexOf(from)))
        if (before.type === 'IfStatement' && leaves(asNode(before.consequent)))
          guards.push(asNode(before.test))
    from = at
  }
  return guards.filter((guard) => guard !== null)
}

const endsReach = (node: Node): boolean => isFunction(node)
const leaves = (node: Node | null): boolean =>
  node?.type === 'BlockStatement'
    ? leaves(asNodes(node.body).at(-1) ?? null)
    : /^(Return|Continue|Break|Throw)Statement$/.test(node?.type ?? '')

/** The title of the test, or the name of the function at the top of the file. */
function placeOf(node: Node, tree: SyntaxTree): string {
  const around = [...tree.ancestors(node)]
  for (const at of around) {
    if (at.type !== 'CallExpression') continue
    const callee = asNode(at.callee)
    const name = callee?.type === 'CallExpression' ? pathOf(asNode(callee.callee)) : pathOf(callee)
    const title = asNodes(at.arguments)[0]
    if (/^(it|test)\b/.test(name) && title)
      return nameOf(title) ?? tree.text.slice(title.start + 1, title.end - 1)
  }
  const named = around
    .map((at) => (at.type === 'MethodDefinition' ? asNode(at.key) : asNode(at.id)))
    .filter((id) => id !== null)
  return named.map(nameOf).find((name) => name !== null) ?? 'the file'
}
