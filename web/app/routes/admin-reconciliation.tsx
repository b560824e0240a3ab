import { ReconciliationPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('reconciliation')
export const loader = gateOfConsole('reconciliation')

export default ReconciliationPage
