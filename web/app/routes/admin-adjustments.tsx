import { AdjustmentsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('adjustments')
export const loader = gateOfConsole('adjustments')

export default AdjustmentsPage
