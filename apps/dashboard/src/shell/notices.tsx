import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'

/** Short messages about what was done: `notifications.show({ message })`. */
export function Notices() {
  return <Notifications position="bottom-right" />
}
