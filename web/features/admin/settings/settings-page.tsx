import { Text, Title } from '@mantine/core'
import { TableState } from '#web/ui/data-table.tsx'
import { useSettings } from '../api/use-installation.ts'
import { AdminFrame } from '../components/admin-frame.tsx'
import { SETTING_GROUPS, type SettingGroup } from './setting-groups.ts'
import classes from './settings-page.module.css'
import { SettingsForm } from './settings-form.tsx'

const NAMED = new Set(SETTING_GROUPS.flatMap(({ fields }) => fields.map(({ name }) => name)))

/** What the groups do not name yet, by the names in the environment. */
const otherGroup = (names: readonly string[]): SettingGroup[] => {
  const others = names.filter((name) => !NAMED.has(name))
  if (others.length === 0) return []
  return [{ id: 'other', title: 'Other', fields: others.map((name) => ({ name, label: name })) }]
}

/** Settings of the installation that need no access to its machine, a form for each group. */
export function SettingsPage() {
  const list = useSettings()
  const groups = [
    ...SETTING_GROUPS,
    ...otherGroup(list.data?.results.map(({ name }) => name) ?? []),
  ]
  return (
    <AdminFrame title="Settings">
      <Text>
        Changes take effect within seconds, unless a field says that it needs a restart. An empty
        field means the default. Each change is in the log.
      </Text>
      {list.data ? (
        <div className={classes.page}>
          <nav aria-label="Groups of settings">
            <ul className={classes.contents}>
              {groups.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
          <div className={classes.groups}>
            {groups.map(({ id, title, fields, test }) => (
              <section key={id} aria-labelledby={id} className={classes.group}>
                <Title order={2} id={id} fz="lg">
                  {title}
                </Title>
                <SettingsForm
                  fields={fields}
                  save="Save"
                  saveName={`Save: ${title}`}
                  {...(test && { test })}
                />
              </section>
            ))}
          </div>
        </div>
      ) : (
        <TableState isError={list.isError} onRetry={() => void list.refetch()} />
      )}
    </AdminFrame>
  )
}
