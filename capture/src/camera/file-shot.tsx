import { Icon } from '../look/icon.tsx'
import { Button, Heading, Screen } from '../look/parts.tsx'
import { Ring } from '../look/ring.tsx'
import { Vehicle } from '../look/vehicle.tsx'
import { countPhotos, listAgain, progressOf } from '../walk/progress.ts'
import { useWords } from '../words/words.ts'
import { takeFile } from './frames.ts'
import { More, nameTarget, type ShotProps, titleOf } from './shot-parts.tsx'

/** The same photos with the phone's own camera. */
export function FileShot({
  state,
  target,
  act,
  notice,
  hasRoom,
  isBusy,
  keep,
  onUseCamera,
}: ShotProps & { onUseCamera: () => void }) {
  const t = useWords()
  const { walk, shots } = state
  const progress = progressOf(walk, shots)
  const { taken, total, safe, sent } = countPhotos(walk, shots)
  const again = listAgain(walk, shots).length
  return (
    <Screen
      title={titleOf(t, target)}
      onBack={() => act.show({ name: 'welcome' })}
      actions={
        <>
          <label class={`button main ${isBusy || !hasRoom ? 'disabled' : ''}`}>
            <Icon name="camera" />
            {t('file.take')}
            <input
              key={`${target.step}${target.number}${shots.length}`}
              class="hidden"
              type="file"
              accept="image/*"
              capture="environment"
              aria-label={t('camera.shoot', { sight: nameTarget(t, target) })}
              disabled={isBusy || !hasRoom}
              onChange={({ currentTarget: { files } }) => {
                const [file] = files ?? []
                if (file) keep(() => takeFile(file))
              }}
            />
          </label>
          <div class="pair">
            <Button look="ghost" onClick={onUseCamera}>
              {t('denied.retry')}
            </Button>
            <Button look="ghost" onClick={() => act.show({ name: 'summary' })}>
              {t('camera.overview')}
            </Button>
          </div>
        </>
      }
    >
      <div class="hero">
        {target.azimuth === null ? (
          <Ring progress={progress} current={target.step} />
        ) : (
          <Vehicle vehicleType={walk.capture?.vehicleType ?? null} azimuth={target.azimuth} />
        )}
        <b>{t('count', { taken, total })}</b>
      </div>
      <Heading>{nameTarget(t, target)}</Heading>
      <p class="quiet">{t(target.isWhole ? 'file.text' : 'file.closeText')}</p>
      {notice ? (
        <p class="card warn" role="alert">
          {notice}
        </p>
      ) : null}
      <More state={state} target={target} act={act} again={again} />
      <p class="tiny quiet">
        {t('safe', { count: safe })} · {t('sent', { count: sent })}
      </p>
    </Screen>
  )
}
