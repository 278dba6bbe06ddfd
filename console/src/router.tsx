import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { readCompareSearch } from './compare/compare-search.ts'
import { Frame } from './frame/frame.tsx'
import { NotFound, PageError } from './frame/page-error.tsx'
import { PagePending } from './frame/page-pending.tsx'
import { readDamagesSearch } from './inspection/damages/damages-search.ts'
import { readHistorySearch } from './inspection/history/history-search.ts'
import { readListSearch } from './inspections/list-search.ts'
import { readReviewSearch } from './review/review-search.ts'
import type { Service } from './service/service.ts'
import { readDeliverySearch } from './settings/webhooks/deliveries/delivery-search.ts'

// What a screen shows lives in its address: links can be shared and "back" works. Each area reads its own part of the
// search and checks it there.
const root = createRootRouteWithContext<{ service: Service }>()({
  component: Frame,
  errorComponent: PageError,
  notFoundComponent: NotFound,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inspections' })
  },
})

const inspections = createRoute({
  getParentRoute: () => root,
  path: '/inspections',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./inspections/list-page.tsx'), 'ListPage'),
})

const review = createRoute({
  getParentRoute: () => root,
  path: '/inspections/$inspectionId/review',
  validateSearch: readReviewSearch,
  component: lazyRouteComponent(() => import('./review/review-page.tsx'), 'ReviewPage'),
})

const compare = createRoute({
  getParentRoute: () => root,
  path: '/compare/$comparisonId',
  validateSearch: readCompareSearch,
  component: lazyRouteComponent(() => import('./compare/compare-page.tsx'), 'ComparePage'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
})

const settingsPages = [
  createRoute({
    getParentRoute: () => settings,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/settings/appearance' })
    },
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/appearance',
    component: lazyRouteComponent(
      () => import('./settings/appearance/appearance-page.tsx'),
      'AppearancePage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/keyboard',
    component: lazyRouteComponent(() => import('./settings/keyboard/keyboard-page.tsx'), 'KeyboardPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/access',
    component: lazyRouteComponent(() => import('./settings/access/access-page.tsx'), 'AccessPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/quotas',
    component: lazyRouteComponent(() => import('./settings/quotas/quotas-page.tsx'), 'QuotasPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/audit',
    component: lazyRouteComponent(() => import('./settings/audit/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/objections',
    component: lazyRouteComponent(
      () => import('./settings/objections/objections-page.tsx'),
      'ObjectionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/retention',
    component: lazyRouteComponent(() => import('./settings/retention/retention-page.tsx'), 'RetentionPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/capture',
    component: lazyRouteComponent(() => import('./settings/capture/capture-page.tsx'), 'CapturePage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/capture/$profileId',
    component: lazyRouteComponent(() => import('./settings/capture/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/capture/$profileId/edit',
    component: lazyRouteComponent(
      () => import('./settings/capture/edit-profile-page.tsx'),
      'EditProfilePage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./settings/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks/new',
    component: lazyRouteComponent(
      () => import('./settings/webhooks/create-endpoint-page.tsx'),
      'CreateEndpointPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks/$endpointId',
    validateSearch: readDeliverySearch,
    component: lazyRouteComponent(() => import('./settings/webhooks/endpoint-page.tsx'), 'EndpointPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks/$endpointId/edit',
    component: lazyRouteComponent(
      () => import('./settings/webhooks/edit-endpoint-page.tsx'),
      'EditEndpointPage',
    ),
  }),
] as const

const inspection = createRoute({
  getParentRoute: () => root,
  path: '/inspections/$inspectionId',
  component: lazyRouteComponent(() => import('./inspection/inspection-layout.tsx'), 'InspectionLayout'),
})

const pages = [
  createRoute({
    getParentRoute: () => inspection,
    path: '/',
    component: lazyRouteComponent(() => import('./inspection/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => inspection,
    path: '/pictures',
    component: lazyRouteComponent(() => import('./inspection/pictures-page.tsx'), 'PicturesPage'),
  }),
  createRoute({
    getParentRoute: () => inspection,
    path: '/damages',
    validateSearch: readDamagesSearch,
    component: lazyRouteComponent(() => import('./inspection/damages-page.tsx'), 'DamagesPage'),
  }),
  createRoute({
    getParentRoute: () => inspection,
    path: '/wheels',
    component: lazyRouteComponent(() => import('./inspection/wheels-page.tsx'), 'WheelsPage'),
  }),
  createRoute({
    getParentRoute: () => inspection,
    path: '/documents',
    component: lazyRouteComponent(() => import('./inspection/documents-page.tsx'), 'DocumentsPage'),
  }),
  createRoute({
    getParentRoute: () => inspection,
    path: '/vehicle',
    component: lazyRouteComponent(() => import('./vehicle/vehicle-page.tsx'), 'VehiclePage'),
  }),
  createRoute({
    getParentRoute: () => inspection,
    path: '/history',
    validateSearch: readHistorySearch,
    component: lazyRouteComponent(() => import('./inspection/history-page.tsx'), 'HistoryPage'),
  }),
  createRoute({
    getParentRoute: () => inspection,
    path: '/report',
    component: lazyRouteComponent(() => import('./inspection/report-page.tsx'), 'ReportPage'),
  }),
  createRoute({
    getParentRoute: () => inspection,
    path: '/raw',
    component: lazyRouteComponent(() => import('./inspection/raw-page.tsx'), 'RawPage'),
  }),
] as const

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    inspections,
    settings.addChildren([...settingsPages]),
    review,
    compare,
    inspection.addChildren([...pages]),
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultPendingComponent: PagePending,
  // Coming back to a long list goes to where one was.
  scrollRestoration: true,
  // Handed over by main.tsx.
  context: { service: undefined as unknown as Service },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
