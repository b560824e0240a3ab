import { PaymentsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('payments')
export const loader = gateOfConsole('payments')

export default PaymentsPage
