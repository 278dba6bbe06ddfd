import { useEffect, useState } from 'preact/hooks'
import { startEncoder } from './frames.ts'

/** What phones can do beyond the standard list of types. */
type Extras = { torch?: boolean; zoom?: { min: number; max: number; step?: number }; focusMode?: string[] }
export type Camera =
  | { kind: 'starting' | 'denied' | 'none' | 'busy' }
  | { kind: 'ready'; stream: MediaStream; hasTorch: boolean; zoomMax: number }

const WISHES: MediaStreamConstraints = {
  audio: false,
  video: {
    facingMode: { ideal: 'environment' },
    width: { ideal: 4032 },
    height: { ideal: 3024 },
    aspectRatio: { ideal: 4 / 3 },
  },
}

/** The rear camera while a screen shows it. It starts again when the phone took it away. */
export function useCamera(): { camera: Camera; restart: () => void } {
  const [camera, setCamera] = useState<Camera>({ kind: 'starting' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isGone = false
    let stream: MediaStream | undefined
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const again = () => {
      if (!isGone) setRound((n) => n + 1)
    }
    setCamera({ kind: 'starting' })
    openCamera().then((opened) => {
      if (opened.kind === 'ready') stream = opened.stream
      if (isGone) return stop()
      // After a call or another app, the picture is black and stays so.
      stream?.getVideoTracks()[0]?.addEventListener('ended', again)
      setCamera(opened)
    })
    const look = () => {
      const track = stream?.getVideoTracks()[0]
      if (document.visibilityState === 'visible' && track && (track.readyState === 'ended' || track.muted))
        again()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', look)
      stop()
    }
  }, [round])
  return { camera, restart: () => setRound((n) => n + 1) }
}

async function openCamera(): Promise<Camera> {
  // Only pages with TLS have a camera.
  if (!navigator.mediaDevices?.getUserMedia || !startEncoder()) return { kind: 'none' }
  try {
    const stream = await navigator.mediaDevices.getUserMedia(WISHES)
    const { torch = false, zoom } = extrasOf(stream)
    return { kind: 'ready', stream, hasTorch: torch, zoomMax: zoom && zoom.min <= 1 ? zoom.max : 1 }
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' || name === 'SecurityError') return { kind: 'denied' }
    return { kind: name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none' }
  }
}

const trackOf = (stream: MediaStream) => stream.getVideoTracks()[0]

function extrasOf(stream: MediaStream): Extras {
  // Not in Firefox; torch and zoom are not in the types.
  const read: (() => object) | undefined = trackOf(stream)?.getCapabilities?.bind(trackOf(stream))
  return { ...read?.() }
}

type Point = { x: number; y: number }
type Tap = Pick<MouseEvent, 'clientX' | 'clientY'>
type Shown = Pick<HTMLVideoElement, 'videoWidth' | 'videoHeight'> & {
  getBoundingClientRect: () => Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>
}

/** Where on the picture somebody tapped, from 0 to 1 in both directions; null beside the picture. It is shown whole, in the middle. */
export function pointOn(video: Shown, { clientX, clientY }: Tap): Point | null {
  const { left, top, width, height } = video.getBoundingClientRect()
  const scale = Math.min(width / video.videoWidth, height / video.videoHeight)
  const x = 0.5 + (clientX - left - width / 2) / (video.videoWidth * scale)
  const y = 0.5 + (clientY - top - height / 2) / (video.videoHeight * scale)
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : null
}

/** Says whether the phone can focus on a point; if so, it does. */
export function focusOn(stream: MediaStream, point: Point): boolean {
  const { focusMode = [] } = extrasOf(stream)
  if (!focusMode.includes('single-shot')) return false
  applyExtra(stream, { focusMode: 'single-shot', pointsOfInterest: [point] })
  return true
}

/** Torch or zoom, where the phone offers it. What it cannot do changes nothing. */
export async function applyExtra(
  stream: MediaStream,
  extra: { torch?: boolean; zoom?: number; focusMode?: string; pointsOfInterest?: Point[] },
): Promise<void> {
  const advanced: object[] = [extra]
  await trackOf(stream)
    ?.applyConstraints({ advanced })
    .catch(() => {})
}
