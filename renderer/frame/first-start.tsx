import { Navigate, useLocation } from "react-router";
import { useHostQuery } from "../store/host.tsx";

/** Leads to the guided set-up where the station has never been set up; only from the first page, and only then. */
export function FirstStart() {
  const { pathname } = useLocation();
  const { data } = useHostQuery("settings.read", {}, { enabled: pathname === "/" });
  return pathname === "/" && data?.exists === false ? <Navigate to="/setup" replace /> : null;
}
