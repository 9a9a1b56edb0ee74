import { Navigate, useLocation } from "react-router";
import { useHostQuery } from "#renderer/store/host.tsx";

/** Leads to the guided set-up where the station has never been set up; only from the first page, and only then. */
export function FirstStart() {
  const { pathname } = useLocation();
  const isFirstPage = pathname === "/";
  const { data: settings } = useHostQuery("settings.read", {}, { enabled: isFirstPage });
  const { data: status } = useHostQuery("status", {}, { enabled: isFirstPage });
  // A file that was removed while its settings are in force is no first start.
  const isNeverSetUp = settings?.exists === false && status?.instruments.length === 0;
  return isFirstPage && isNeverSetUp ? <Navigate to="/setup" replace /> : null;
}
