import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../look/icon.tsx'
import { Ring } from '../look/ring.tsx'
import type { Act, View } from '../walk/actions.ts'
import { countPhotos, listAgain, progressOf } from '../walk/progress.ts'
import type { WalkState } from '../walk/store.ts'
import { type Speak, useWords } from '../words/words.ts'
import { CameraHelp } from './camera-help.tsx'
import { FileShot } from './file-shot.tsx'
import { type Taken, takeFrame } from './frames.ts'
import { Guide, Level } from './guide.tsx'
import type { Hint } from './quality.ts'
import { More, nameTarget, type ShotProps, titleOf } from './shot-parts.tsx'
import { findTarget, viewAfter } from './target.ts'
import { applyExtra, focusOn, pointOn, useCamera } from './use-camera.ts'
import { useHint } from './use-hint.ts'
import { useLevel } from './use-level.ts'
import { usePosition, useRoom, useWakeLock } from './use-surroundings.ts'

type CameraView = Extract<View, { name: 'camera' }>
type Props = {
  state: WalkState
  view: CameraView
  act: Act
  usesFiles: boolean
  onUseFiles: (use: boolean) => void
}

/** Finds what to photograph, and with what: the camera in the page, or the phone's own. */
export function CameraPage({ state, view, act, usesFiles, onUseFiles }: Props) {
  const t = useWords()
  const { walk, shots } = state
  const target = findTarget(state, view)
  const position = usePosition(walk.sharesLocation)
  const [isBusy, setBusy] = useState(false)
  const [lost, setLost] = useState<'full.lost' | 'camera.failed' | null>(null)
  const [said, setSaid] = useState('')
  // One that has arrived takes no room any more.
  const hasRoom = useRoom(countPhotos(walk, shots).waiting)
  if (!target) return null
  const keep = async (take: () => Promise<Taken>) => {
    if (isBusy) return
    setBusy(true)
    performance.mark('shutter')
    try {
      const { current: location } = position
      const shot = await act.keep({ ...target.body, ...(location ? { location } : {}) }, await take())
      performance.measure('shutter to kept', 'shutter')
      navigator.vibrate?.(shot.issue ? [30, 60, 30] : 20)
      setLost(null)
      setSaid(t('camera.saved', { sight: nameTarget(t, target) }))
      act.show(viewAfter(shot, state))
    } catch (error) {
      // The person is told at once, and may try again.
      setLost(isFull(error) ? 'full.lost' : 'camera.failed')
    } finally {
      setBusy(false)
    }
  }
  const notice = lost ? t(lost) : hasRoom ? null : `${t('full.title')}. ${t('full.text')}`
  const shared = { state, target, act, notice, hasRoom, isBusy, keep }
  return (
    <>
      <p class="hidden" role="status">
        {said}
      </p>
      {usesFiles ? (
        <FileShot {...shared} onUseCamera={() => onUseFiles(false)} />
      ) : (
        <Finder {...shared} onUseFiles={() => onUseFiles(true)} />
      )}
    </>
  )
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'

/** The camera in the page. The preview is never cropped: what is seen is what is kept. */
function Finder({
  state,
  target,
  act,
  notice,
  hasRoom,
  isBusy,
  keep,
  onUseFiles,
}: ShotProps & { onUseFiles: () => void }) {
  const t = useWords()
  const { camera, restart } = useCamera()
  const video = useRef<HTMLVideoElement>(null)
  const roll = useLevel()
  const hint = useHint(video, roll)
  const [isLive, setLive] = useState(false)
  const [hasLight, setLight] = useState(false)
  const [zoom, setZoom] = useState(1)
  const [mark, setMark] = useState<{ left: string; top: string } | null>(null)
  useWakeLock()
  const stream = camera.kind === 'ready' ? camera.stream : null
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
    setLive(false)
    setLight(false)
    setZoom(1)
  }, [stream])
  if (camera.kind !== 'ready' && camera.kind !== 'starting')
    return <CameraHelp kind={camera.kind} onRetry={restart} onUseFiles={onUseFiles} act={act} />

  const { walk, shots } = state
  const progress = progressOf(walk, shots)
  const { taken, total, safe, sent } = countPhotos(walk, shots)
  const again = listAgain(walk, shots).length
  const isGood = hint === 'good'
  const shoot = () =>
    keep(() => (video.current ? takeFrame(video.current) : Promise.reject(new Error('no camera'))))
  const light = () => {
    if (stream) applyExtra(stream, { torch: !hasLight })
    setLight(!hasLight)
  }
  const zoomMax = camera.kind === 'ready' ? Math.min(camera.zoomMax, 4) : 1
  const zoomOn = () => {
    const next = zoom * 2 > zoomMax ? 1 : zoom * 2
    if (stream) applyExtra(stream, { zoom: next })
    setZoom(next)
  }
  const focus = (event: MouseEvent) => {
    const point = video.current && pointOn(video.current, event)
    if (!stream || !point || !focusOn(stream, point)) return
    setMark({ left: `${event.offsetX}px`, top: `${event.offsetY}px` })
    setTimeout(() => setMark(null), MARK_MS)
  }
  const hasTorch = camera.kind === 'ready' && camera.hasTorch
  return (
    <main class="camera">
      <h1 class="pill at-title">{titleOf(t, target)}</h1>
      <button
        type="button"
        class="round at-close"
        aria-label={t('close')}
        onClick={() => act.show({ name: 'welcome' })}
      >
        <Icon name="close" />
      </button>
      <div class="at-extras">
        {hasTorch ? (
          <button
            type="button"
            class={`round ${hint === 'dark' && !hasLight ? 'ask' : ''}`}
            aria-label={t('camera.torch')}
            aria-pressed={hasLight}
            onClick={light}
          >
            <Icon name="torch" />
          </button>
        ) : null}
        {zoomMax > 1 ? (
          <button
            type="button"
            class="round"
            aria-label={t('camera.zoom', { factor: zoom })}
            onClick={zoomOn}
          >
            {zoom}×
          </button>
        ) : null}
        <button
          type="button"
          class="round"
          aria-label={t('camera.overview')}
          onClick={() => act.show({ name: 'summary' })}
        >
          <Icon name="grid" />
          {again > 0 ? <span class="dot" /> : null}
        </button>
      </div>
      <div class="at-view">
        <video ref={video} autoplay playsInline muted onLoadedData={() => setLive(true)} onClick={focus} />
        {mark ? <span class="focus-mark" style={mark} /> : null}
        {isLive ? (
          <Guide vehicleType={walk.capture?.vehicleType ?? null} {...target} isGood={isGood} />
        ) : (
          <Starting onUseFiles={onUseFiles} />
        )}
        {roll === null ? null : <Level roll={roll} />}
        {target.isWhole ? <p class="sideways">{t('camera.sideways')}</p> : null}
        {isBusy ? <div class="flash" /> : null}
        <p class={`pill hint ${notice ? 'bad' : isGood ? 'good' : 'wait'}`} role="status">
          {notice ?? (hint ? sayHint(t, hint, hasTorch) : '')}
        </p>
      </div>
      <div class="at-ring">
        <Ring progress={progress} current={target.step} />
        <b>{t('count', { taken, total })}</b>
      </div>
      <button
        type="button"
        class={`shutter at-shutter ${isGood ? 'good' : ''}`}
        aria-label={t('camera.shoot', { sight: nameTarget(t, target) })}
        disabled={!isLive || isBusy || !hasRoom}
        onClick={shoot}
      />
      <div class="at-more">
        <More state={state} target={target} act={act} again={again} />
      </div>
      <p class="at-counts">
        <span class="safe">
          <Icon name="shield" />
          {t('safe', { count: safe })}
        </span>{' '}
        <span>{t('sent', { count: sent })}</span>
      </p>
    </main>
  )
}

function sayHint(t: Speak, hint: Hint, hasTorch: boolean): string {
  return hint === 'dark' && !hasTorch ? t('hint.darkNoTorch') : t(`hint.${hint}`)
}

const SLOW_MS = 1_500
const MARK_MS = 800

/** A camera that takes long says why it may, and offers another way. */
function Starting({ onUseFiles }: { onUseFiles: () => void }) {
  const t = useWords()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class="starting">
      <p>{t(isSlow ? 'camera.slow' : 'camera.starting')}</p>
      {isSlow ? (
        <button type="button" class="text-button" onClick={onUseFiles}>
          {t('denied.file')}
        </button>
      ) : null}
    </div>
  )
}
