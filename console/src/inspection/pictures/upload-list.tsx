import { ImageOff, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { ProgressBar } from '../../look/progress-bar.tsx'
import type { Upload } from './uploads.ts'
import { useUploadList, useUploads } from './uploads-context.ts'

/** What is on its way and what did not arrive. Pictures that have arrived stand among the others below. */
export function UploadList() {
  const { t } = useTranslation('pictures')
  const uploads = useUploads()
  const list = useUploadList()
  if (list.length === 0) return null
  const sent = list.filter((one) => one.state === 'sent').length
  const left = list.filter((one) => one.state !== 'sent')
  return (
    <div className="mt-3 border-line border-t pt-3">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <p role="status" className="font-medium">
          {left.length === 0
            ? t('upload.all_sent', { count: sent })
            : t('upload.sent', { sent, count: list.length })}
        </p>
        {left.length === 0 ? (
          <Button
            kind="ghost"
            size="small"
            className="px-0 max-sm:size-11"
            aria-label={t('upload.close')}
            onClick={uploads.clearSent}
          >
            <X aria-hidden className="size-4" />
          </Button>
        ) : null}
      </div>
      <ul className="grid gap-2">
        {left.map((upload) => (
          <UploadRow key={upload.key} upload={upload} />
        ))}
      </ul>
    </div>
  )
}

function UploadRow({ upload: { key, file, previewUrl, state, sentShare, reason } }: { upload: Upload }) {
  const { t } = useTranslation('pictures')
  const uploads = useUploads()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Preview url={previewUrl} />
      <div className="min-w-0 flex-1">
        <p className="truncate">{file.name}</p>
        {state === 'failed' ? (
          <p role="alert" className="text-bad text-sm">
            {t('upload.failed', { reason })}
          </p>
        ) : (
          <ProgressBar
            className="mt-1"
            label={t('upload.progress', { name: file.name })}
            // When all is sent the service still has to look at it.
            share={sentShare < 1 ? sentShare : null}
          />
        )}
      </div>
      {state === 'failed' ? (
        <div className="flex gap-1 max-sm:w-full max-sm:ps-14">
          <Button className="max-sm:h-11" onClick={() => uploads.retry(key)}>
            <RotateCw aria-hidden className="size-4" />
            {t('upload.again')}
          </Button>
          <Button
            kind="ghost"
            className="px-0 max-sm:size-11"
            aria-label={t('upload.take_out', { name: file.name })}
            onClick={() => uploads.takeOut(key)}
          >
            <X aria-hidden className="size-4" />
          </Button>
        </div>
      ) : null}
    </li>
  )
}

function Preview({ url }: { url: string }) {
  const [isBroken, setIsBroken] = useState(false)
  const look = 'size-11 shrink-0 rounded-control bg-raised'
  if (isBroken) return <ImageOff aria-hidden className={`${look} p-3 text-quiet`} />
  return <img src={url} alt="" onError={() => setIsBroken(true)} className={`${look} object-cover`} />
}
