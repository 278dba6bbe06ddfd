import { useMutation, useQueryClient } from '@tanstack/react-query'
import { uploadReport } from '@walkaround/sdk'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { FilePicker } from '../../look/file-picker.tsx'
import { ProgressBar } from '../../look/progress-bar.tsx'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import { reportsKey } from '../live-news.ts'

/** A PDF that was made elsewhere, in the place of the next report. */
export function UploadReport() {
  const { t } = useTranslation('report')
  const client = useClient()
  const queries = useQueryClient()
  const { inspectionId } = useInspection()
  const picker = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const upload = useMutation({
    mutationFn: (file: File) =>
      uploadReport(client, inspectionId, file, {
        onProgress: ({ sentBytes, totalBytes }) => setShare(totalBytes > 0 ? sentBytes / totalBytes : 0),
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: reportsKey(inspectionId) }),
  })
  return (
    <div className="mt-1">
      <Button
        kind="ghost"
        className="w-full max-sm:h-11"
        disabled={upload.isPending}
        onClick={() => picker.current?.click()}
      >
        <Upload aria-hidden className="size-4" />
        {t('upload.action')}
      </Button>
      <FilePicker
        picker={picker}
        label={t('upload.file')}
        accept="application/pdf,.pdf"
        onChoose={([file]) => file && upload.mutate(file)}
      />
      {upload.isPending ? (
        <ProgressBar className="mt-1" label={t('upload.progress')} share={share < 1 ? share : null} />
      ) : null}
      {upload.error ? (
        <p role="alert" className="mt-1 text-bad text-sm">
          {upload.error.message}
        </p>
      ) : null}
    </div>
  )
}
