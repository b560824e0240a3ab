import { OverviewPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('overview')
export const loader = gateOfConsole('overview')

export default OverviewPage
