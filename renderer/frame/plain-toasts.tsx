import { Box, CloseButton, Paper } from "@mantine/core";
import { hideNotification, useNotifications } from "@mantine/notifications";
import { say } from "#base/say.ts";

/** The short messages where the file that shows them could not be loaded: they stay until somebody closes them. */
export function PlainToasts() {
  const { notifications } = useNotifications();
  return (
    <Box
      className="stack"
      pos="fixed"
      bottom={16}
      right={16}
      role="status"
      style={{ zIndex: "var(--mantine-z-index-overlay)" }}
    >
      {notifications.map(({ id, message }) => (
        <Paper key={id} withBorder shadow="md" p="sm" radius="md">
          <div className="row">
            {message}
            <CloseButton aria-label={say("Close")} onClick={() => hideNotification(id ?? "")} />
          </div>
        </Paper>
      ))}
    </Box>
  );
}
