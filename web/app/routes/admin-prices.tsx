import { PricesPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('prices')
export const loader = gateOfConsole('prices')

export default PricesPage
