import english from '#web/messages/en/dashboard.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('dashboard', english)
export type DashboardTexts = ReturnType<typeof useTexts>
