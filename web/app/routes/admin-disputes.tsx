import { DisputesPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('disputes')
export const loader = gateOfConsole('disputes')

export default DisputesPage
