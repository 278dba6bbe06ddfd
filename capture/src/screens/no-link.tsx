import type { Walk } from '../kept/walks.ts'
import { Icon } from '../look/icon.tsx'
import { Heading } from '../look/parts.tsx'
import { useWords } from '../words/words.ts'

/** The page without a link: walks that this phone has begun can go on. */
export function NoLink({ walks }: { walks: Walk[] }) {
  const t = useWords()
  const begun = walks.filter(({ capture }) => capture)
  return (
    <div class="screen">
      <main class="end">
        <span class="stamp">
          <Icon name="camera" />
        </span>
        <Heading>{t('noLink.title')}</Heading>
        <p class="quiet">{t('noLink.text')}</p>
        {begun.map(({ id, secret, capture }) => (
          <a key={id} class="card row choice-card" href={`#${secret}`}>
            <span class="grow">
              <b>{t('noLink.open')}</b>
              <small>{capture?.vehicle?.plate ?? ''}</small>
            </span>
            <Icon name="forward" />
          </a>
        ))}
      </main>
    </div>
  )
}
