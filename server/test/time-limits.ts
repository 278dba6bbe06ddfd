import { asNode, asNodes, type Node, nameOf, type SyntaxTree } from './syntax-tree.ts'

const TESTS = /^(it|test|describe|(before|after)(Each|All))$/

/** The limits of time that a file sets for its own tests and hooks. */
export function findTimeLimits(tree: SyntaxTree): Node[] {
  return tree.nodes.flatMap((node) => {
    if (node.type !== 'CallExpression' || !TESTS.test(rootOf(node))) return []
    const given = asNodes(node.arguments)
    const last = given.slice(1).filter(isNumber).slice(-1)
    const options = given.filter(({ type }) => type === 'ObjectExpression')
    const named = options.flatMap(({ properties }) =>
      asNodes(properties).filter(({ key }) => nameOf(asNode(key)) === 'timeout'),
    )
    return [...last, ...named]
  })
}

/** A number, or a constant. A function that is handed over by its name is written in another case. */
const isNumber = (node: Node) =>
  (node.type === 'Literal' && typeof node.value === 'number') ||
  (node.type === 'Identifier' && /^[A-Z][A-Z0-9_]+$/.test(nameOf(node) ?? ''))

/** What is called in the end: `it` of `it.each(table)(name, test)`. */
function rootOf(node: Node): string {
  const inner = asNode(node.callee) ?? asNode(node.object) ?? asNode(node.tag)
  return inner ? rootOf(inner) : (nameOf(node) ?? '')
}
