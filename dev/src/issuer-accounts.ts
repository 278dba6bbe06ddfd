import { TASK_PERMISSIONS } from '@walkaround/catalog/tasks'

const own = ['create', 'read', 'update', 'write']
const organization = ['read_organization', 'update_organization', 'write_organization']
const all = ['read_all', 'update_all', 'write_all']

const tasks = TASK_PERMISSIONS.map(({ permission }) => permission)
const inspections = (name: string) => `monk_core_api:inspections:${name}`

const member = [...tasks, ...own.map(inspections)]
const reviewer = [...member, ...organization.map(inspections)]
const manager = [...reviewer, 'monk_core_api:originals:read']

const organizations = ['org_alder', 'org_birch'] as const

const permissionSets = {
  none: [],
  reader: [inspections('read'), inspections('read_organization')],
  // A capture device: it sends pictures and starts tasks, and reads nothing.
  device: [...tasks, inspections('create'), inspections('update')],
  member,
  // The same rights as member, held by a second person.
  member2: member,
  // A manager who opens and exports no originals.
  reviewer,
  manager,
  admin: [...manager, ...all.map(inspections)],
  // Who runs the installation: sets quotas, and sees nothing of inspections.
  operator: ['monk_core_api:quotas:write'],
} as const satisfies Record<string, readonly string[]>

/** Each account exists twice under one name: a user who signs in, and a client with client credentials. */
export type Account = { name: string; org_id: string; permissions: readonly string[] }

export const accounts: readonly Account[] = organizations.flatMap((org_id) =>
  Object.entries(permissionSets).map(([set, permissions]) => ({
    name: `${org_id.replace('org_', '')}-${set}`,
    org_id,
    permissions,
  })),
)

const IN_ANOTHER_ORGANIZATION = /^([a-z0-9-]+)@([a-z0-9-]{1,40})$/

/**
 * `alder-manager@north` is a manager of `org_alder_north`, which holds nothing until somebody uses it: a test that counts what
 * an organization has takes one for itself.
 */
export function findAccount(name: string | undefined): Account | undefined {
  const [, like = name, suffix] = IN_ANOTHER_ORGANIZATION.exec(name ?? '') ?? []
  const account = accounts.find((one) => one.name === like)
  if (!account || !name || !suffix) return account
  return { ...account, name, org_id: `${account.org_id}_${suffix}` }
}

/** Every test file has organizations of its own, in which the accounts have the same permissions. */
export const organizationOf = (account: Account, suffix = ''): string => `${account.org_id}${suffix}`
