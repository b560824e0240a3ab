import { PromotionsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('promotions')
export const loader = gateOfConsole('promotions')

export default PromotionsPage
