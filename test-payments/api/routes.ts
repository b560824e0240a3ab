import { catalogRoutes } from './catalog.ts'
import { checkoutRoutes } from './checkout.ts'
import { customerRoutes } from './customers.ts'
import { eventRoutes } from './events.ts'
import { invoiceRoutes } from './invoices.ts'
import { paymentRoutes } from './payments.ts'
import { portalRoutes } from './portal.ts'
import { promotionRoutes } from './promotions.ts'
import { refundRoutes } from './refunds.ts'
import type { ApiRoute } from './route.ts'
import { scheduleRoutes } from './schedules.ts'
import { subscriptionRoutes } from './subscriptions.ts'

/** Every call of the API. */
export const apiRoutes: readonly ApiRoute[] = [
  ...customerRoutes,
  ...catalogRoutes,
  ...promotionRoutes,
  ...checkoutRoutes,
  ...paymentRoutes,
  ...subscriptionRoutes,
  ...scheduleRoutes,
  ...invoiceRoutes,
  ...refundRoutes,
  ...portalRoutes,
  ...eventRoutes,
]
