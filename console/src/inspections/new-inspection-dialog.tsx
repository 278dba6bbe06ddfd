import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { TASK_NAMES, TASKS, type TaskName } from '@walkaround/catalog/tasks'
import { VEHICLE_TYPES } from '@walkaround/catalog/vehicle-types'
import { createInspection } from '@walkaround/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { Dialog } from '../look/dialog.tsx'
import { useLabels } from '../look/use-labels.ts'
import { useClient } from '../service/service-context.ts'
import { useRights } from '../session/permissions.ts'

const namesOffered = (how: 'ticked' | 'unticked') => TASK_NAMES.filter((name) => TASKS[name].console === how)

const FIELDS = ['plate', 'vin', 'brand', 'model'] as const
const field = 'mt-1 h-9 w-full rounded-control border border-line bg-panel px-3 max-md:h-[44px]'

/** What is known of the vehicle, and what shall be done. Tasks cannot be added later, so the usual ones are chosen. */
export function NewInspectionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('list')
  const labels = useLabels()
  const client = useClient()
  const navigate = useNavigate()
  const { holds } = useRights()
  const mayAskFor = (name: TaskName) => {
    const { permission } = TASKS[name]
    return !permission || holds(permission)
  }
  const ticked = namesOffered('ticked').filter(mayAskFor)
  const offered = [...ticked, ...namesOffered('unticked').filter(mayAskFor)]
  const [tasks, setTasks] = useState<readonly TaskName[]>(ticked)
  const creation = useMutation({
    mutationFn: async (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim() || null
      return createInspection(client, {
        tasks: Object.fromEntries(tasks.map((name) => [name, { status: 'NOT_STARTED' as const }])),
        vehicle: {
          plate: text('plate'),
          vin: text('vin')?.toUpperCase() ?? null,
          brand: text('brand'),
          model: text('model'),
          vehicleType: text('type'),
        },
      })
    },
    onSuccess: ({ result: inspectionId }) =>
      navigate({ to: '/inspections/$inspectionId/pictures', params: { inspectionId } }),
  })
  return (
    <Dialog open title={t('new.title')} text={t('new.text')} onClose={onClose}>
      <form
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          creation.mutate(new FormData(event.currentTarget))
        }}
      >
        <div className="grid grid-cols-2 gap-3">
          {FIELDS.map((name) => (
            <label key={name} className="font-medium">
              {t(`new.${name}`)}
              <input name={name} maxLength={100} autoComplete="off" className={`${field} font-normal`} />
            </label>
          ))}
          <label className="font-medium">
            {t('new.type')}
            <select name="type" defaultValue="" className={`${field} font-normal`}>
              <option value="">{t('new.no_type')}</option>
              {VEHICLE_TYPES.map((type) => (
                <option key={type} value={type}>
                  {labels.vehicle_types[type]}
                </option>
              ))}
            </select>
          </label>
        </div>
        <fieldset>
          <legend className="font-medium">{t('new.tasks')}</legend>
          <div className="mt-1 grid grid-cols-2 gap-x-3">
            {offered.map((name) => (
              <label
                key={name}
                className="flex min-h-8 cursor-pointer items-center gap-2 max-md:min-h-[44px]"
              >
                <input
                  type="checkbox"
                  checked={tasks.includes(name)}
                  onChange={(event) =>
                    setTasks(
                      event.target.checked ? [...tasks, name] : tasks.filter((other) => other !== name),
                    )
                  }
                  className="size-4 accent-accent"
                />
                {labels.tasks[name]}
              </label>
            ))}
          </div>
        </fieldset>
        {creation.error ? (
          <p role="alert" className="text-bad">
            {creation.error.message}
          </p>
        ) : null}
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-line border-t bg-panel px-5 py-3">
          <Button touch="md" onClick={onClose}>
            {t('new.cancel')}
          </Button>
          <Button type="submit" kind="main" touch="md" disabled={creation.isPending || tasks.length === 0}>
            {t('new.action')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
