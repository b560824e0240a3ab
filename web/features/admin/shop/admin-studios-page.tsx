import { Anchor, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminStudio } from '#contract/admin-studios.ts'
import { paths } from '#contract/paths.ts'
import { formatTime } from '#web/lib/format.ts'
import { Noted, StateBadge } from '#web/ui/cells.tsx'
import { ListTable } from '#web/ui/data-table.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { usePublicStudios, useUndoStudio } from '../api/use-shop.ts'
import { AdminFrame } from '../components/admin-frame.tsx'
import { StudioDialog } from './studio-dialog.tsx'

function Actions({ studio, onChange }: { studio: AdminStudio; onChange(): void }) {
  const undo = useUndoStudio()
  const { name } = studio
  return (
    <Group gap="xs" justify="inherit">
      <SmallButton aria-label={`Change ${name}`} onClick={onChange}>
        Change
      </SmallButton>
      {studio.can_undo && (
        <SmallButton
          aria-label={`Undo the last change of ${name}`}
          loading={undo.isPending}
          onClick={() => undo.mutate(studio)}
        >
          Undo
        </SmallButton>
      )}
    </Group>
  )
}

/** Public studios: their names and which are listed, with a preview and one step back. */
export function AdminStudiosPage() {
  const list = usePublicStudios()
  const [open, setOpen] = useState<AdminStudio | null>(null)
  return (
    <AdminFrame title="Public studios">
      <Text>
        Everybody can draw with the models of these studios. A new one is a studio of your own with
        the type Showcase, made under{' '}
        <Anchor component={Link} to={paths.studios.link()}>
          Studios
        </Anchor>
        ; it is here once it is trained.
      </Text>
      {open && <StudioDialog studio={open} onDone={() => setOpen(null)} />}
      <ListTable
        list={list}
        label="Public studios"
        keyOf={({ id }) => id}
        empty="There are no public studios."
        columns={[
          {
            title: 'Name',
            render: ({ name, own_name: own }) => (
              <Noted note={own === name ? null : `made as ${own}`}>{name}</Noted>
            ),
          },
          {
            title: 'State',
            render: ({ listed }) => (
              <StateBadge
                look={
                  listed ? { label: 'Listed', color: 'green' } : { label: 'Hidden', color: 'gray' }
                }
              />
            ),
          },
          { title: 'Made', kind: 'time', render: ({ created_at: at }) => formatTime(at) },
          {
            title: 'Action',
            render: (studio) => <Actions studio={studio} onChange={() => setOpen(studio)} />,
          },
        ]}
      />
    </AdminFrame>
  )
}
