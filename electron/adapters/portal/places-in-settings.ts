import { portalRows } from "#domain/settings-table.ts";

/**
 * Places where the operator finds what a message speaks of, as the pages call them. The same message is on pages and in
 * the terminal; docs/settings.md has the key of each.
 */
export const portalTab = "(Settings > Portal and sending)";

export const portalAddress = `the portal's address ${portalTab}`;

export const proxySetting = `the proxy ${portalTab}`;

export const ownCertificates = `'${portalRows.caFile.label}' ${portalTab}`;
