import { TicketsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('tickets')
export const loader = gateOfConsole('tickets')

export default TicketsPage
