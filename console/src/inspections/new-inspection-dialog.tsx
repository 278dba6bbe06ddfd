import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { TASK_NAMES, TASKS, type TaskName } from '@walkaround/catalog/tasks'
import { VEHICLE_TYPES, type VehicleType } from '@walkaround/catalog/vehicle-types'
import { createInspection } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { CheckList, Input, Select } from '../look/controls.tsx'
import { Dialog } from '../look/dialog.tsx'
import { Field, FieldGroup } from '../look/field.tsx'
import { useForm } from '../look/use-form.ts'
import { useLabels } from '../look/use-labels.ts'
import { useClient } from '../service/service-context.ts'
import { useRights } from '../session/permissions.ts'

const namesOffered = (how: 'ticked' | 'unticked') => TASK_NAMES.filter((name) => TASKS[name].console === how)

const FIELDS = ['plate', 'vin', 'brand', 'model'] as const
type Values = Record<(typeof FIELDS)[number], string> & { type: VehicleType | ''; tasks: TaskName[] }

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
  const { values, bind, onSubmit } = useForm<Values>({
    plate: '',
    vin: '',
    brand: '',
    model: '',
    type: '',
    tasks: ticked,
  })
  const { value: tasks, onValue: setTasks } = bind('tasks')
  const creation = useMutation({
    mutationFn: async () => {
      const text = (name: (typeof FIELDS)[number]) => values[name].trim() || null
      return createInspection(client, {
        tasks: Object.fromEntries(tasks.map((name) => [name, { status: 'NOT_STARTED' as const }])),
        vehicle: {
          plate: text('plate'),
          vin: text('vin')?.toUpperCase() ?? null,
          brand: text('brand'),
          model: text('model'),
          vehicleType: values.type || null,
        },
      })
    },
    onSuccess: ({ result: inspectionId }) =>
      navigate({ to: '/inspections/$inspectionId/pictures', params: { inspectionId } }),
  })
  return (
    <Dialog open title={t('new.title')} text={t('new.text')} onClose={onClose}>
      <form className="mt-4 flex flex-col gap-4" onSubmit={onSubmit(() => creation.mutate())}>
        <div className="grid grid-cols-2 gap-3">
          {FIELDS.map((name) => (
            <Field key={name} label={t(`new.${name}`)}>
              <Input maxLength={100} autoComplete="off" touch="md" {...bind(name)} />
            </Field>
          ))}
          <Field label={t('new.type')}>
            <Select
              touch="md"
              options={[
                { value: '', label: t('new.no_type') },
                ...VEHICLE_TYPES.map((type) => ({ value: type, label: labels.vehicle_types[type] })),
              ]}
              {...bind('type')}
            />
          </Field>
        </div>
        <FieldGroup label={t('new.tasks')}>
          <div className="mt-1 grid grid-cols-2 gap-x-3">
            <CheckList
              options={offered.map((name) => ({ value: name, label: labels.tasks[name] }))}
              chosen={tasks}
              onValue={setTasks}
              className="max-md:min-h-[44px]"
            />
          </div>
        </FieldGroup>
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
