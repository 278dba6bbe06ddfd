import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { childrenOf, hintOf, isFold, type Node } from './json-nodes.ts'

type Props = {
  nodes: readonly Node[]
  open: ReadonlySet<string>
  current: string
  found: ReadonlySet<string>
  onOpen: (paths: readonly string[], isOpen: boolean) => void
  onCurrent: (path: string) => void
}

/** One stop for the Tab key; the arrow keys go up, down, in and out. */
export function JsonTree({ nodes, open, current, found, onOpen, onCurrent }: Props) {
  const { t } = useTranslation('raw')
  const tree = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line that is current is another element then
  useEffect(() => {
    const line = tree.current?.querySelector<HTMLElement>('[tabindex="0"]')
    if (hasFocus.current) line?.focus()
    line?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const onKeyDown = (event: KeyboardEvent) => {
    const at = nodes.findIndex((node) => node.path === current)
    const node = nodes[at]
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return
    const next = nextOf(event.key, nodes, at, open.has(node.path))
    if (next === 'open') onOpen([node.path], true)
    else if (next === 'fold') onOpen([node.path], false)
    else if (next === 'turn') onOpen([node.path], !open.has(node.path))
    else if (next === 'open_beside') onOpen(foldsBeside(nodes, node), true)
    else if (next) onCurrent(next)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={tree}
      role="tree"
      aria-label={t('tree')}
      dir="ltr"
      onKeyDown={onKeyDown}
      onFocus={() => {
        hasFocus.current = true
      }}
      onBlur={() => {
        hasFocus.current = false
      }}
      className="overflow-x-auto rounded-panel border border-line bg-panel p-2 font-mono text-sm"
    >
      {nodes.map((node) => (
        <Line
          key={node.path}
          node={node}
          isOpen={open.has(node.path)}
          isCurrent={node.path === current}
          isFound={found.has(node.path)}
          onChoose={() => {
            onCurrent(node.path)
            if (isFold(node.value)) onOpen([node.path], !open.has(node.path))
          }}
        />
      ))}
    </div>
  )
}

type LineProps = { node: Node; isOpen: boolean; isCurrent: boolean; isFound: boolean; onChoose: () => void }

function Line({ node, isOpen, isCurrent, isFound, onChoose }: LineProps) {
  const canFold = isFold(node.value)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens to the keys of all its lines
    <div
      role="treeitem"
      aria-level={node.level}
      aria-expanded={canFold ? isOpen : undefined}
      aria-selected={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onChoose}
      className={classes(
        'flex min-h-7 scroll-mb-20 cursor-default items-center gap-1 rounded-control pe-2 hover:bg-raised max-lg:min-h-9',
        isCurrent && 'bg-raised',
        isFound && 'bg-minor text-on-minor hover:bg-minor',
      )}
      style={{ paddingLeft: `${(node.level - 1) * 1.1 + 0.25}rem` }}
    >
      <ChevronRight
        aria-hidden
        className={classes('size-3.5 shrink-0', !canFold && 'invisible', isOpen && 'rotate-90')}
      />
      <span className="whitespace-nowrap font-semibold">{node.key}</span>
      <span className={classes('min-w-0 break-all', canFold && !isFound && 'text-quiet')}>
        {canFold ? foldText(node) : JSON.stringify(node.value)}
      </span>
    </div>
  )
}

function foldText({ value }: Node): string {
  const count = isFold(value) ? Object.keys(value).length : 0
  return `${Array.isArray(value) ? `[${count}]` : `{${count}}`} ${hintOf(value)}`
}

/** A line to go to, or what to do with the one that is current. */
function nextOf(key: string, nodes: readonly Node[], at: number, isOpen: boolean): string | undefined {
  const node = nodes[at]
  if (!node) return undefined
  const canFold = isFold(node.value)
  switch (key) {
    case 'ArrowDown':
      return nodes[at + 1]?.path
    case 'ArrowUp':
      return nodes[at - 1]?.path
    case 'Home':
      return nodes[0]?.path
    case 'End':
      return nodes.at(-1)?.path
    case 'ArrowRight':
      if (!canFold) return undefined
      return isOpen ? nodes[at + 1]?.path : 'open'
    case 'ArrowLeft':
      return canFold && isOpen ? 'fold' : (node.parent ?? undefined)
    case 'Enter':
    case ' ':
      return canFold ? 'turn' : undefined
    case '*':
      return 'open_beside'
    default:
      return undefined
  }
}

function foldsBeside(nodes: readonly Node[], { parent }: Node): string[] {
  const above = nodes.find((node) => node.path === parent)
  return (above ? childrenOf(above) : []).filter(({ value }) => isFold(value)).map(({ path }) => path)
}
