import { useTranslation } from 'react-i18next'

type Props = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** On or off at once, without saving. The word beside it says which, not the colour alone. */
export function Switch({ label, isOn, onChange }: Props) {
  const { t } = useTranslation('settings')
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      onClick={() => onChange(!isOn)}
      className="inline-flex min-h-[44px] items-center gap-2 rounded-control px-1 font-medium"
    >
      <span
        aria-hidden
        className={`inline-flex h-6 w-11 items-center rounded-full border p-0.5 ${isOn ? 'justify-end border-accent bg-accent' : 'justify-start border-quiet bg-raised'}`}
      >
        <span className={`size-4 rounded-full ${isOn ? 'bg-on-accent' : 'bg-quiet'}`} />
      </span>
      {t(isOn ? 'on' : 'off')}
    </button>
  )
}
