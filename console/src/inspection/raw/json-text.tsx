import { Copy } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { copy } from './copy.ts'
import { findNodes, type Json, ROOT, rootOf, seenNodes } from './json-nodes.ts'
import { JsonTree } from './json-tree.tsx'
import { RawSearch } from './raw-search.tsx'

/** A text of JSON as a tree that opens step by step, and can be searched as a whole. */
export function JsonText({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useTranslation('raw')
  const root = useMemo(() => rootOf(jsonOf(text)), [text])
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([ROOT]))
  const [current, setCurrent] = useState(ROOT)
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const matches = useMemo(() => findNodes(root, wanted), [root, wanted])
  const found = useMemo(() => new Set(matches.map(({ path }) => path)), [matches])
  const nodes = useMemo(() => seenNodes(root, open), [root, open])
  const node = nodes.find(({ path }) => path === current) ?? root
  const at = matches.findIndex(({ path }) => path === node.path)
  const onOpen = (paths: readonly string[], isOpen: boolean) =>
    setOpen((before) => {
      const others = [...before].filter((path) => !paths.includes(path))
      return new Set(isOpen ? [...others, ...paths] : others)
    })
  const onStep = (by: 1 | -1) => {
    const first = by > 0 ? 0 : matches.length - 1
    const next = matches[at < 0 ? first : (at + by + matches.length) % matches.length]
    if (!next) return
    onOpen(next.around, true)
    setCurrent(next.path)
  }
  const value = typeof node.value === 'string' ? node.value : JSON.stringify(node.value, null, 2)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RawSearch
          text={typed}
          count={matches.length}
          at={Math.max(at, 0)}
          onText={setTyped}
          onStep={onStep}
        />
        {children}
      </div>
      <JsonTree
        nodes={nodes}
        open={open}
        current={node.path}
        found={found}
        onOpen={onOpen}
        onCurrent={setCurrent}
      />
      <div className="sticky bottom-3 flex items-center gap-2 rounded-panel border border-line bg-panel p-2 ps-3 shadow">
        <code dir="ltr" className="min-w-0 flex-1 truncate text-sm">
          {node.path}
        </code>
        <Button
          size="small"
          touch="lg"
          onClick={() => copy(value, { done: t('copied'), failed: t('copy_failed') })}
        >
          <Copy aria-hidden className="size-4" />
          {t('copy_value')}
        </Button>
      </div>
    </>
  )
}

function jsonOf(text: string): Json {
  const value: Json = JSON.parse(text)
  return value
}
