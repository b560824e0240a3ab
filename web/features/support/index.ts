export { SupportChat } from './components/support-chat.tsx'
export { SupportPage } from './components/support-page.tsx'
export { TicketPage } from './components/ticket-page.tsx'
