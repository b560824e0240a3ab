import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import classes from './admin.module.css'
import { AdjustDialog } from './adjust-dialog.tsx'
import { BanDialog } from './ban-dialog.tsx'
import { ConfirmEmailDialog } from './confirm-email-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { LimitDialog } from './limit-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { RolesDialog } from './roles-dialog.tsx'
import { ViewDialog } from './view-dialog.tsx'

type Act = 'credits' | 'plan' | 'roles' | 'confirm' | 'view' | 'limit' | 'ban' | 'delete'

/** What can be done for a person, and against them. */
export function PersonActions({ user, size }: { user: AdminUser; size: 'compact-sm' | 'sm' }) {
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const { id, email, plan, deleted, banned, is_staff: isStaff, is_admin: isAdmin } = user
  const button = (of: Act, text: string, label: string) => (
    <Button variant="default" size={size} onClick={() => setAct(of)} aria-label={label}>
      {text}
    </Button>
  )
  return (
    <Group gap="xs" justify="inherit" {...(size !== 'sm' && { className: classes.rowActions })}>
      {button('credits', 'Adjust', `Adjust the credits of ${email}`)}
      {!deleted && !plan.is_paid && button('plan', 'Plan', `Give ${email} a plan`)}
      {!deleted && button('roles', 'Roles', `Change the roles of ${email}`)}
      {!deleted &&
        !banned &&
        !user.email_verified &&
        button('confirm', 'Confirm', `Confirm the address ${email}`)}
      {!deleted &&
        !banned &&
        !isStaff &&
        !isAdmin &&
        size === 'sm' &&
        button('view', 'See the site', `See the site as ${email} does`)}
      {!deleted &&
        !isStaff &&
        !isAdmin &&
        !banned &&
        size === 'sm' &&
        button(
          'limit',
          user.limited ? 'Lift the limit' : 'Limit',
          user.limited ? `Lift the limit of ${email}` : `Limit ${email}`,
        )}
      {!deleted &&
        !isStaff &&
        !isAdmin &&
        button(
          'ban',
          banned ? 'Unban' : 'Ban',
          banned ? `Lift the ban of ${email}` : `Ban ${email}`,
        )}
      {!deleted &&
        !isStaff &&
        !isAdmin &&
        size === 'sm' &&
        button('delete', 'Delete', `Delete the account of ${email}`)}
      {act === 'credits' && <AdjustDialog target={{ user: id, email }} onClose={close} />}
      {act === 'plan' && <PlanDialog user={user} onClose={close} />}
      {act === 'roles' && <RolesDialog user={user} onClose={close} />}
      {act === 'confirm' && <ConfirmEmailDialog user={user} onClose={close} />}
      {act === 'view' && <ViewDialog user={user} onClose={close} />}
      {act === 'limit' && (
        <LimitDialog person={{ id, email, isLimited: user.limited }} onClose={close} />
      )}
      {act === 'delete' && <DeleteDialog user={user} onClose={close} />}
      {act === 'ban' && <BanDialog user={user} onClose={close} />}
    </Group>
  )
}
