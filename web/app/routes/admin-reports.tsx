import { ReportsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('reports')
export const loader = gateOfConsole('reports')

export default ReportsPage
