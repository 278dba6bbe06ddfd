import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { classes } from '../../look/class-names.ts'
import { FilePicker } from '../../look/file-picker.tsx'
import { toast } from '../../look/toast.ts'
import { useInspection } from '../inspection-context.ts'
import { TaskChoice } from './task-choice.tsx'
import { tasksToJoin } from './tasks-to-join.ts'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './uploads-context.ts'
import { useFileDrop } from './use-file-drop.ts'

/** Pictures come by a drop anywhere on the page, or from the files and the camera of the device. */
export function AddPictures({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation('pictures')
  const { entities } = useInspection()
  const uploads = useUploads()
  const picker = useRef<HTMLInputElement>(null)
  const open = tasksToJoin(entities)
  const [chosen, setChosen] = useState<string[] | null>(null)
  const taskNames = (chosen ?? open).filter((name) => open.includes(name))
  const add = (files: File[]) => {
    // Some systems know no type for a picture of a phone; the service looks at the bytes.
    const pictures = files.filter((file) => file.type === '' || file.type.startsWith('image/'))
    for (const file of files)
      if (!pictures.includes(file)) toast.error(t('upload.no_picture', { name: file.name }))
    if (pictures.length > 0) uploads.add(pictures, taskNames)
  }
  const isOver = useFileDrop(add)
  return (
    <section
      aria-label={t('upload.label')}
      className={classes(
        'rounded-panel border-2 border-dashed p-4 motion-safe:transition-colors motion-safe:duration-100',
        isOver ? 'border-accent bg-chosen' : 'border-surround bg-panel dark:border-line',
      )}
    >
      <div
        className={classes(
          'flex flex-wrap items-center gap-x-4 gap-y-3',
          isEmpty && 'flex-col pt-10 pb-4 text-center',
        )}
      >
        {isEmpty ? <ImagePlus aria-hidden className="size-10 text-quiet" /> : null}
        <p className={isEmpty ? '' : 'flex-1 basis-56'}>
          <span className="block font-medium">
            {isOver ? t('upload.let_go') : isEmpty ? t('upload.first') : t('upload.more')}
          </span>
          <span className="text-quiet text-sm">{t('upload.how')}</span>
        </p>
        <Button kind="main" className="max-sm:h-11 max-sm:w-full" onClick={() => picker.current?.click()}>
          <ImagePlus aria-hidden className="size-4" />
          {t('upload.choose')}
        </Button>
        <FilePicker
          picker={picker}
          label={t('upload.files')}
          // What the service reads. A phone that takes other pictures converts them for this list.
          accept="image/jpeg,image/png,image/webp,image/heic"
          multiple
          onChoose={add}
        />
      </div>
      <TaskChoice open={open} chosen={taskNames} onChange={setChosen} isCentered={isEmpty} />
      <UploadList />
    </section>
  )
}
