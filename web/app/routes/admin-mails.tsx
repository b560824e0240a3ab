import { MailsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('mails')
export const loader = gateOfConsole('mails')

export default MailsPage
