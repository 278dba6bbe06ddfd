import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'

type Props = { label: string; value: string; isLong?: boolean }

/** Something to take along, with a button that takes it. Where the browser does not let us, it is selected to copy by hand. */
export function CopyText({ label, value, isLong }: Props) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setIsCopied(true)
    } catch {
      const text = document.getElementById(id)
      if (text) getSelection()?.selectAllChildren(text)
    }
  }
  const Icon = isCopied ? Check : Copy
  return (
    <div>
      <p className="mb-1 text-quiet text-sm">{label}</p>
      <div className="flex items-start gap-2">
        <code
          id={id}
          className={`min-w-0 flex-1 select-all rounded-control border border-line bg-page px-3 py-2 font-mono text-sm ${isLong ? 'whitespace-pre-wrap break-words' : 'break-all'}`}
        >
          {value}
        </code>
        <Button
          aria-label={t(isCopied ? 'copy.said' : 'copy.name', { label })}
          onClick={copy}
          touch="sm"
          className="shrink-0 max-sm:min-w-[44px]"
        >
          <Icon aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{isCopied ? t('copy.done') : t('copy.action')}</span>
        </Button>
      </div>
      <span role="status" className="sr-only">
        {isCopied ? t('copy.said', { label }) : ''}
      </span>
    </div>
  )
}
