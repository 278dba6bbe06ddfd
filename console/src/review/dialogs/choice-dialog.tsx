import { Command } from 'cmdk'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../look/dialog.tsx'

export type Choice = { id: string; label: string; hint?: string; group?: string; isOff?: boolean }

type Props = {
  title: string
  placeholder: string
  choices: readonly Choice[]
  onChoose: (id: string) => void
  onClose: () => void
}

/** A list to type into. What is likely stands first, in a group of its own. */
export function ChoiceDialog({ title, placeholder, choices, onChoose, onClose }: Props) {
  const { t } = useTranslation('review')
  const groups = [...Map.groupBy(choices, (choice) => choice.group ?? '')]
  return (
    <Dialog open title={title} onClose={onClose} className="top-24 translate-y-0 p-0 [&>h2]:sr-only">
      <Command label={title} loop filter={hasWords}>
        <Command.Input
          autoFocus
          placeholder={placeholder}
          className="h-12 w-full rounded-t-panel border-line border-b bg-panel px-4 text-ink outline-offset-[-2px] placeholder:text-quiet"
        />
        <Command.List className="max-h-80 overflow-y-auto p-2" label={title}>
          <Command.Empty className="p-3 text-quiet">{t('choice.none')}</Command.Empty>
          {groups.map(([group, members]) => (
            <Command.Group
              key={group}
              heading={group || undefined}
              className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-quiet [&_[cmdk-group-heading]]:text-sm"
            >
              {members.map(({ id, label, hint, isOff }) => (
                <Command.Item
                  key={id}
                  value={id}
                  keywords={[label]}
                  disabled={isOff ?? false}
                  onSelect={() => onChoose(id)}
                  className="flex min-h-9 items-center justify-between gap-3 rounded-control px-2 data-[disabled=true]:opacity-50 data-[selected=true]:bg-chosen"
                >
                  {label}
                  {hint ? <kbd className="font-sans text-quiet text-sm">{hint}</kbd> : null}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}

/** Every word that was typed begins a word of the choice, or stands in it. */
function hasWords(_: string, typed: string, [label = '']: string[] = []): number {
  const known = label.toLowerCase()
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.every((word) => known.includes(word))) return 0
  return words.every((word) => known.split(/\s+/).some((part) => part.startsWith(word))) ? 1 : 0.5
}
