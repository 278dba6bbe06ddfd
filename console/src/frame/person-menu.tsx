import { CONSOLE_LANGUAGES, nameOfLanguage } from '@walkaround/catalog/languages'
import { CircleUserRound } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, currentTheme, THEMES } from '../look/theme.ts'
import { useService } from '../service/service-context.ts'
import { useSession } from '../session/session.ts'
import { chooseLanguage } from '../words/words.ts'

const item =
  'flex h-9 cursor-default items-center gap-2 rounded-control px-2 outline-none data-[highlighted]:bg-raised data-[state=checked]:font-semibold'
const heading = 'px-2 pt-2 pb-1 text-quiet text-sm'

export function PersonMenu() {
  const { t, i18n } = useTranslation()
  const { session } = useService()
  const person = useSession((state) => state.person)
  const [theme, setTheme] = useState(currentTheme)
  if (!person) return null
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label={t('person.menu', { subject: person.subject })}
        className="inline-flex size-9 max-sm:size-[44px] items-center justify-center rounded-control hover:bg-raised"
      >
        <CircleUserRound aria-hidden className="size-5" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-30 w-60 rounded-panel border border-line bg-panel p-2 shadow-lg"
        >
          <DropdownMenu.Label className="px-2 py-1">
            <span className="block font-semibold">{person.subject}</span>
            <span className="block text-quiet text-sm">
              {t('person.organization', { id: person.org_id })}
            </span>
          </DropdownMenu.Label>
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Label className={heading}>{t('theme.label')}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={theme}>
            {THEMES.map((name) => (
              <DropdownMenu.RadioItem
                key={name}
                value={name}
                className={item}
                onSelect={() => {
                  chooseTheme(name)
                  setTheme(name)
                }}
              >
                {t(`theme.${name}`)}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Label className={heading}>{t('language')}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={i18n.language}>
            {CONSOLE_LANGUAGES.map((code) => (
              <DropdownMenu.RadioItem
                key={code}
                value={code}
                className={item}
                onSelect={() => chooseLanguage(code)}
              >
                <span lang={code}>{nameOfLanguage(code)}</span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item className={item} onSelect={() => session.signOut()}>
            {t('person.sign_out')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
