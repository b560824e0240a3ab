import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { AuditEntry } from '#contract/admin.ts'
import { api } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/format.ts'
import { useAudit } from '../api/use-admin.ts'
import classes from './admin.module.css'
import { AdminFrame } from './admin-frame.tsx'
import { CsvLink } from './csv-link.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useUserSearch } from './user-search.tsx'
import { ListTable } from '#web/ui/data-table.tsx'

const ACTIONS: Record<string, string> = {
  adjustment_requested: 'Asked for an adjustment',
  adjustment_done: 'Adjusted credits',
  adjustment_refused: 'Refused an adjustment',
  case_resolved: 'Looked at a case',
  refund_requested: 'Gave money back',
  dispute_evidence_sent: 'Sent evidence for a disputed payment',
  plan_requested: 'Asked for a plan',
  plan_given: 'Gave a plan',
  plan_refused: 'Refused a plan',
  engine_added: 'Added an engine',
  engine_changed: 'Changed an engine',
  engine_samples_wanted: 'Had samples drawn',
  engine_order_changed: 'Changed which engine does what',
  engine_paused: 'Paused an engine',
  engine_drained: 'Drained an engine',
  engine_resumed: 'Resumed an engine',
  engine_removed: 'Removed an engine',
  service_model_added: 'Added a model of a service',
  service_model_changed: 'Changed a model of a service',
  service_model_tried: 'Tried a model of a service',
  service_model_offered: 'Offered a model of a service',
  service_model_paused: 'Paused a model of a service',
  service_model_removed: 'Removed a model of a service',
  service_models_imported: 'Imported models of a service',
  model_added: 'Added a model',
  network_switched: 'Switched a network of the tools',
  model_canceled: 'Stopped fetching a model',
  model_removed: 'Removed a model',
  model_share_offered: 'Offered a trained model',
  model_share_accepted: 'Accepted a shared model',
  model_share_declined: 'Declined a shared model',
  model_share_ended: 'Ended the sharing of a model',
  person_changed: 'Changed a person',
  person_banned: 'Banned a person',
  person_unbanned: 'Lifted a ban',
  person_limited: 'Limited an account',
  person_unlimited: 'Lifted the limit of an account',
  second_factor_reset: 'Reset a two-factor login',
  invitation_made: 'Invited somebody',
  invitation_revoked: 'Withdrew an invitation',
  person_viewed: 'Looked at the site as a person',
  person_view_closed: 'Stopped looking at the site as a person',
  controlnet_published: 'Published a ControlNet model',
  model_version_deleted: 'Deleted a version of a model',
  set_aside_tried_again: 'Had a failed task tried again',
  promotion_made: 'Made a promotion',
  promotion_ended: 'Ended a promotion',
  setting_planned: 'Planned a change of settings',
  setting_plan_canceled: 'Canceled a planned change of settings',
  setting_changed: 'Changed a setting',
  brand_changed: 'Changed a brand',
  mail_changed: 'Changed the texts of an email',
  announcement_made: 'Made an announcement',
  announcement_changed: 'Changed an announcement',
  announcement_ended: 'Ended an announcement',
  forgiving_requested: 'Asked to forgive spent credits',
  debt_forgiven: 'Forgave spent credits',
  forgiving_refused: 'Refused to forgive spent credits',
  backup_made: 'Backed up the database',
  setup_step_marked: 'Went through a step of the setup',
}

const details = ({ data, subject }: AuditEntry): string =>
  [
    ...(subject === null ? [] : [subject]),
    ...Object.entries(data).map(([k, v]) => `${k} ${String(v)}`),
  ].join(', ')

/** Who did what to whom. */
export function LogPage() {
  const search = useUserSearch()
  const [action, setAction] = useState('')
  const audit = useAudit(search.wanted, action)
  return (
    <AdminFrame title="Log">
      <div className={classes.tools}>
        <TextInput
          type="search"
          label="Who or whom"
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          value={search.text}
          onChange={({ currentTarget }) => search.setText(currentTarget.value)}
        />
        <NativeSelect
          label="What"
          value={action}
          onChange={({ currentTarget }) => setAction(currentTarget.value)}
          data={[
            { value: '', label: 'Everything' },
            ...Object.entries(ACTIONS).map(([value, label]) => ({ value, label })),
          ]}
        />
        <CsvLink
          endpoint={api.admin.exportAudit}
          query={{ search: search.wanted, ...(action !== '' && { action }) }}
        />
      </div>
      <ListTable
        list={audit}
        label="Log"
        keyOf={({ id }) => id}
        empty={
          search.wanted === '' && action === ''
            ? 'No administrator has done anything yet.'
            : 'Nothing like this was done.'
        }
        columns={[
          { title: 'When', render: ({ created_at: at }) => formatTime(at) },
          { title: 'Who', render: ({ actor }) => actor },
          { title: 'What', render: (entry) => ACTIONS[entry.action] ?? entry.action },
          { title: 'Whom', render: ({ email }) => email ?? '' },
          { title: 'Why', render: ({ reason }) => reason ?? '' },
          { title: 'Details', render: details },
        ]}
      />
    </AdminFrame>
  )
}
