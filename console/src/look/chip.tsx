import type { LucideIcon } from 'lucide-react'
import { classes } from './class-names.ts'

/** A state in a word, with a picture: never by colour alone. */
export function Chip({ icon: Icon, look, text }: { icon: LucideIcon; look: string; text: string }) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-sm',
        look,
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {text}
    </span>
  )
}
