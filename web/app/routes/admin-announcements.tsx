import { AnnouncementsPage } from '#web/features/admin/index.ts'
import { gateOfConsole, metaOfConsole } from '../console-route.ts'

export const meta = metaOfConsole('announcements')
export const loader = gateOfConsole('announcements')

export default AnnouncementsPage
