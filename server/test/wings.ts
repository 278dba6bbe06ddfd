/**
 * The wings of server/src and the modules in each, in their order. A module imports only modules before it. A module that is
 * named after its wing has its files directly in it.
 */
export const WINGS: Record<string, string[]> = {
  core: ['platform', 'contracts', 'access', 'pages'],
  tenancy: ['administration', 'quotas'],
  inspection: ['vehicles', 'tasks', 'images', 'events', 'history'],
  findings: [
    'parts',
    'costs',
    'pricing',
    'estimates',
    'severities',
    'views',
    'damages',
    'wheels',
    'documents',
    'renderings',
  ],
  analysis: ['inference', 'analysis'],
  outputs: ['webhooks', 'comparisons', 'reports', 'objections'],
  intake: ['inspections', 'capture'],
  privacy: ['holds', 'erasures', 'retention', 'exports', 'audit'],
  http: ['http', 'openapi', 'documentation', 'apps'],
  operator: ['backup', 'rekey', 'doctor'],
}

/** The module that a file of server/src belongs to; of a program, `main`. */
export function moduleOf(file: string): string {
  const [wing = '', folder = ''] = file.split('/')
  if (!file.includes('/')) return 'main'
  return WINGS[wing]?.includes(folder) ? folder : wing
}
