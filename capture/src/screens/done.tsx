import { localeOf } from '@walkaround/catalog/languages'
import { returnOf } from '../host-page.ts'
import { Icon } from '../look/icon.tsx'
import { Button, Heading } from '../look/parts.tsx'
import { Vehicle } from '../look/vehicle.tsx'
import type { Act } from '../walk/actions.ts'
import type { WalkState } from '../walk/store.ts'
import { useWords } from '../words/words.ts'

export function Done({ state, act }: { state: WalkState; act: Act }) {
  const { walk } = state
  const t = useWords()
  const { at = '', photos = 0, damages = 0 } = walk.finished ?? {}
  const { plate, brand, model } = walk.capture?.vehicle ?? {}
  const back = returnOf(state)
  const car = [plate, brand, model].filter(Boolean).join(' · ')
  const when = new Intl.DateTimeFormat(localeOf(t.language), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div class="screen">
      <main class="end">
        <div class="hero arrived">
          <Vehicle vehicleType={walk.capture?.vehicleType ?? null} />
          <span class="seal">
            <Icon name="check" />
          </span>
        </div>
        <Heading>{t('done.title', { count: photos })}</Heading>
        <p class="quiet">{t('done.text')}</p>
        <dl class="card table">
          {car ? (
            <div>
              <dt>{t('done.car')}</dt>
              <dd>{car}</dd>
            </div>
          ) : null}
          {at ? (
            <div>
              <dt>{t('done.at')}</dt>
              <dd>{when.format(new Date(at))}</dd>
            </div>
          ) : null}
          {damages > 0 ? (
            <div>
              <dt>{t('done.damages')}</dt>
              <dd>{damages}</dd>
            </div>
          ) : null}
        </dl>
      </main>
      <footer>
        {back ? (
          <Button look="main" onClick={() => location.assign(back)}>
            {t('done.back', { host: back.host })}
          </Button>
        ) : null}
        {walk.capture?.isReusable ? (
          <Button look="ghost" onClick={act.startAgain}>
            {t('done.again')}
          </Button>
        ) : null}
      </footer>
    </div>
  )
}
