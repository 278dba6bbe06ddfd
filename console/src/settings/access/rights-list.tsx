import { Check, Minus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CodeName } from '../pieces/code-name.tsx'
import type { Right } from './reach.ts'

/** Right after right: what it lets one do, how far, and the permission behind it. */
export function RightsList({ rights, words }: { rights: readonly Right[]; words: string }) {
  const { t } = useTranslation('settings')
  return (
    <ul className="mt-3">
      {rights.map(({ name, reach, permission }) => {
        const Icon = reach === 'none' ? Minus : Check
        return (
          <li
            key={name}
            className="grid grid-cols-[1fr_auto] items-start gap-x-4 border-line border-b py-2.5 last:border-b-0"
          >
            <p className={reach === 'none' ? 'text-quiet' : 'font-medium'}>{t(`${words}.${name}`)}</p>
            <p
              className={`inline-flex items-center gap-1.5 font-medium ${reach === 'none' ? 'text-quiet' : 'text-good'}`}
            >
              <Icon aria-hidden className="size-4" />
              {t(`access.reach.${reach}`)}
            </p>
            <p className="col-span-2 text-quiet">
              <CodeName name={permission} />
            </p>
          </li>
        )
      })}
    </ul>
  )
}
