import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

/** Short messages in the corner, about something that somebody did. */
export function Toasts() {
  return <Notifications position="bottom-right" limit={3} />;
}
