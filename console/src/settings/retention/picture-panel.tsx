import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getPictureSettings, type UpdatePictureSettingsBody, updatePictureSettings } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../service/service-context.ts'
import { ErrorNote } from '../pieces/error-note.tsx'
import { Panel } from '../pieces/panel.tsx'
import { Switch } from '../pieces/switch.tsx'

const KEY = ['picture-settings']
const SETTINGS = ['hidesBystanders', 'keepsOwnPlate'] as const

/** What people don't see of pictures. */
export function PicturePanel({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation('settings')
  const client = useClient()
  const queries = useQueryClient()
  const { data: settings, error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => getPictureSettings(client, { signal }),
  })
  const save = useMutation({
    mutationFn: (body: UpdatePictureSettingsBody) =>
      updatePictureSettings(client, body, { version: settings?.version ?? 0 }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
  return (
    <Panel title={t('bystanders.title')} text={t('bystanders.text')}>
      <ErrorNote error={settings ? save.error : error} />
      {settings ? (
        <dl className="mt-3">
          {SETTINGS.map((name) => (
            <div
              key={name}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t py-2.5"
            >
              <dt className="min-w-0 flex-1 basis-60">
                <span className="font-medium">{t(`bystanders.${name}`)}</span>
                <span className="block max-w-prose text-quiet text-sm">{t(`bystanders.${name}_text`)}</span>
              </dt>
              <dd>
                {mayWrite ? (
                  <Switch
                    label={t(`bystanders.${name}`)}
                    isOn={settings[name]}
                    onChange={(isOn) => save.mutate({ [name]: isOn })}
                  />
                ) : (
                  t(settings[name] ? 'on' : 'off')
                )}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </Panel>
  )
}
