import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../service/service-context.ts'
import { useSession } from '../../session/session.ts'
import { CopyText } from '../pieces/copy-text.tsx'
import { ExactMoment, Moment } from '../pieces/moment.tsx'
import { Note } from '../pieces/note.tsx'
import { Panel } from '../pieces/panel.tsx'
import { usePermissions } from '../pieces/use-permissions.ts'
import { rightsOf, taskRightsOf, unknownOf } from './reach.ts'
import { RightsList } from './rights-list.tsx'

/** Who one is to the service, and what that lets one do. */
export function AccessPage() {
  const { t } = useTranslation('settings')
  const permissions = usePermissions()
  const unknown = unknownOf(permissions)
  return (
    <>
      <div>
        <h1 className="font-semibold text-xl">{t('nav.access')}</h1>
        <p className="mt-1 max-w-prose text-quiet">{t('access.text')}</p>
      </div>
      <WhoAmI />
      <Panel title={t('access.rights')} text={t('access.rights_text')}>
        {permissions.length === 0 ? (
          <Note kind="careful" title={t('access.nothing')} className="mt-4">
            <p>{t('access.nothing_text')}</p>
          </Note>
        ) : null}
        <RightsList rights={rightsOf(permissions)} words="access.right" />
        <h3 className="mt-5 font-semibold">{t('access.tasks')}</h3>
        <RightsList rights={taskRightsOf(permissions)} words="access.task" />
        {unknown.length > 0 ? (
          <p className="mt-3 break-words text-quiet text-sm">
            {t('access.unknown', { names: unknown.join(', ') })}
          </p>
        ) : null}
      </Panel>
      <ApiAddress />
    </>
  )
}

function WhoAmI() {
  const { t } = useTranslation('settings')
  const person = useSession((session) => session.person)
  const token = useSession((session) => session.token)
  const endsAt = token ? new Date(token.expires_at_ms).toISOString() : null
  return (
    <Panel title={t('access.who')}>
      <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact name={t('access.subject')}>{person?.subject}</Fact>
        <Fact name={t('access.organization')}>{person?.org_id}</Fact>
        {endsAt ? (
          <div className="sm:col-span-2">
            <dt className="text-quiet text-sm">{t('access.ends')}</dt>
            <dd className="mt-0.5">
              <span className="font-medium">
                <Moment at={endsAt} /> (<ExactMoment at={endsAt} />)
              </span>
              <p className="max-w-prose text-quiet">
                {t(token?.isRenewed ? 'access.renewed' : 'access.not_renewed')}
              </p>
            </dd>
          </div>
        ) : null}
      </dl>
    </Panel>
  )
}

function ApiAddress() {
  const { t } = useTranslation('settings')
  const { baseUrl } = useClient()
  const curl = `curl -H "authorization: Bearer $TOKEN" \\\n  "${baseUrl}/v1/inspections?limit=5"`
  return (
    <Panel title={t('access.api')} text={t('access.api_text')}>
      <div className="mt-4 flex flex-col gap-4">
        <CopyText label={t('access.address')} value={`${baseUrl}/v1`} />
        <CopyText label={t('access.curl')} value={curl} isLong />
        <p className="flex flex-wrap gap-x-4 gap-y-2">
          {[
            ['/docs/api', 'access.docs_api'],
            ['/docs/guides/tenants', 'access.docs_permissions'],
          ].map(([href, words]) => (
            <a
              key={href}
              href={href}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-[24px] items-center text-accent underline underline-offset-4"
            >
              {t(words ?? '')}
            </a>
          ))}
        </p>
      </div>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-quiet text-sm">{name}</dt>
      <dd className="mt-0.5 break-words font-medium">{children}</dd>
    </div>
  )
}
