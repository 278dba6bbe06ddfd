import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { Frame } from './frame/frame.tsx'
import { NotFound, PageError } from './frame/page-error.tsx'
import { readListSearch } from './inspections/list-search.ts'
import { readReviewSearch } from './review/review-search.ts'
import type { Service } from './service/service.ts'

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

export const router = createRouter({
  routeTree: root.addChildren([home, inspections, review]),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  // Handed over by main.tsx.
  context: { service: undefined as unknown as Service },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
