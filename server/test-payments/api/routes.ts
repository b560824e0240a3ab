import { catalogRoutes } from './catalog.ts'
import { checkoutRoutes } from './checkout.ts'
import { customerRoutes } from './customers.ts'
import { eventRoutes } from './events.ts'
import { paymentRoutes } from './payments.ts'
import type { ApiRoute } from './route.ts'

/** Every call of the API. */
export const apiRoutes: readonly ApiRoute[] = [
  ...customerRoutes,
  ...catalogRoutes,
  ...checkoutRoutes,
  ...paymentRoutes,
  ...eventRoutes,
]
