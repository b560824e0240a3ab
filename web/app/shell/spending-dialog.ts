// A file of its own: what is imported here comes when it is first needed.
export { SpendingDialog } from '#web/features/credits/spending/spending-dialog.tsx'
