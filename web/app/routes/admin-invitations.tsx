import { InvitationsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('invitations')
export const loader = gateOfConsole('invitations')

export default InvitationsPage
