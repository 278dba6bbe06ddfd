import { isLanguage, LANGUAGES, nameOfLanguage } from '@walkaround/catalog/languages'
import { Icon } from '../look/icon.tsx'
import { Button, Fact, Heading } from '../look/parts.tsx'
import { Ring } from '../look/ring.tsx'
import { Vehicle } from '../look/vehicle.tsx'
import type { Act } from '../walk/actions.ts'
import { countPhotos, progressOf } from '../walk/progress.ts'
import type { WalkState } from '../walk/store.ts'
import { useWords } from '../words/words.ts'

const SECONDS_EACH = 20

export function Welcome({ state: { walk, shots }, act }: { state: WalkState; act: Act }) {
  const t = useWords()
  const progress = progressOf(walk, shots)
  const { taken, total } = countPhotos(walk, shots)
  const { plate = null, brand = null, model = null } = walk.capture?.vehicle ?? {}
  const isBegun = taken > 0 || shots.length > 0
  return (
    <div class="screen">
      <header class="bar brand">
        <span class="disc">
          <Icon name="car" />
        </span>
        <b>{plate ?? [brand, model].filter(Boolean).join(' ')}</b>
        <label class="language">
          <span class="hidden">{t('language')}</span>
          <select
            value={t.language}
            onChange={({ currentTarget: { value } }) => isLanguage(value) && act.speak(value)}
          >
            {LANGUAGES.map((language) => (
              <option key={language} value={language}>
                {nameOfLanguage(language)}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main>
        <div class="hero">
          {isBegun ? (
            <Ring progress={progress} />
          ) : (
            <Vehicle vehicleType={walk.capture?.vehicleType ?? null} />
          )}
        </div>
        <Heading>{t(isBegun ? 'welcome.resumed' : 'welcome.title')}</Heading>
        <p class="quiet">{isBegun ? t('welcome.resumedText', { taken, total }) : t('welcome.text')}</p>
        <ul class="card facts">
          <Fact
            icon="camera"
            title={t('welcome.photos', { count: total, minutes: Math.ceil((total * SECONDS_EACH) / 60) })}
            text={t('welcome.photosMore')}
          />
          <Fact icon="shield" look="good" title={t('welcome.offline')} text={t('welcome.offlineMore')} />
          <Fact icon="clock" title={t('welcome.pause')} text={t('welcome.pauseMore')} />
        </ul>
      </main>
      <footer>
        <Button look="main" onClick={act.start}>
          {t(isBegun ? 'continue' : 'welcome.start')}
        </Button>
        <p class="tiny quiet">{t('welcome.wrongCar')}</p>
      </footer>
    </div>
  )
}
